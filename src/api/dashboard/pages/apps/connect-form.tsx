import type { FastifyRequest } from 'fastify';
import { accessLevels, accessOf, scopesOfAccess } from '../../../../shared/account/apps/access.ts';
import type { Scope } from '../../../../shared/account/scopes.ts';
import { parseUrl } from '../../../../shared/platform/outbound/parse-url.ts';
import { Checkbox } from '../../parts/checkbox.tsx';
import { Form, Submit } from '../../parts/form.tsx';
import type { Asked } from './asked.ts';
import { levelTexts } from './level-texts.ts';

/** Who asks. The name of the app is its own word; where its codes go is checked. */
export function WhoAsks({
  asked: { name, clientId, redirectHost, isLocal },
  session: { accountName, email },
  connected,
}: {
  asked: Asked;
  session: FastifyRequest['session'];
  /** What the user has granted to the same app before. */
  connected: readonly Scope[] | undefined;
}) {
  const document = clientId.startsWith('https://') ? parseUrl(clientId)?.host : undefined;
  return (
    <>
      <p>
        <strong>
          <bdi>{name}</bdi>
        </strong>{' '}
        asks for access to <strong>{accountName}</strong>. You are signed in as {email}.
      </p>
      {connected && (
        <p>
          You have connected it before: <strong>{levelTexts[accessOf(connected)].name}</strong>.
        </p>
      )}
      <p class="soft">
        Its name is not verified{document !== undefined && `; it describes itself at ${document}`}. Your
        answer goes to <code>{redirectHost}</code>
        {isLocal && ', a program on this computer'}.
      </p>
    </>
  );
}

/** What the app may do, of what it asks for and the role of the user allows. The least is chosen at first. */
export function ConnectForm({
  asked: { uid, scope },
  session: { role, caller },
  connected,
}: {
  asked: Asked;
  session: FastifyRequest['session'];
  /** What the user has granted to the same app before. */
  connected: readonly Scope[] | undefined;
}) {
  const before = connected && accessOf(connected);
  const offered = accessLevels
    .map((level) => ({ level, granted: scopesOfAccess(level, role, scope) }))
    .filter(({ granted }, at, all) => granted.length > (all[at - 1]?.granted.length ?? 0));
  return (
    <Form action={`/dashboard/connect/${uid}`} class="fields">
      <fieldset>
        <legend>What may it do?</legend>
        {offered.map(({ level, granted }, at) => (
          <div key={level}>
            <label class="inline">
              <input type="radio" name="level" value={level} checked={at === 0} />
              <span>
                {levelTexts[level].name} {level === before && <span class="tag">As before</span>}
                <small>{levelTexts[level].hint}</small>
              </span>
            </label>
            {level === 'everything' && (
              <details>
                <summary>Scopes</summary>
                <p class="soft">{granted.join(', ')}</p>
              </details>
            )}
          </div>
        ))}
      </fieldset>
      <Checkbox
        name="test"
        label="In the test mode"
        hint="It sees the lists of the test mode only, and no mail leaves."
        initial={caller.isTest}
      />
      <div class="row">
        <Submit name="decision" value="allow">
          Connect
        </Submit>
        <Submit name="decision" value="deny" class="quiet">
          Cancel
        </Submit>
      </div>
    </Form>
  );
}
