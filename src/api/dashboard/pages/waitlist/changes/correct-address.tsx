import type { FastifyInstance, FastifyRequest } from 'fastify';
import { SignupPatch } from '../../../../../shared/list/changes/schema.ts';
import { updateSignup } from '../../../../../shared/list/changes/update-signup.ts';
import type { Signup } from '../../../../../shared/list/signups/schema.ts';
import type { SignupMailRow } from '../../../../../shared/mail/signup-mail/queries.ts';
import { SignupParams } from '../../../../routes/params.ts';
import type { WebContext } from '../../../../web-context.ts';
import { addForm, type FormValues, readValues, redirectWithFlash, type Show } from '../../../pages.ts';
import { Checkbox } from '../../../parts/checkbox.tsx';
import { Field, Form, IfMaySend, Submit } from '../../../parts/form.tsx';

interface AddressProps {
  /** The page of the signup. */
  readonly path: string;
  readonly signup: Signup;
  /** The signup email; undefined if none was made. */
  readonly mail: SignupMailRow | undefined;
  /** What mails the new address gets at once; undefined if none are sent. */
  readonly mails: 'confirmation' | 'signup' | undefined;
}

/** Whether the email said that nobody has this address: it came back for good, or was refused. */
const isLost = ({ signup, mail }: AddressProps) =>
  signup.email_status === 'bounced'
    ? mail?.bounce_class !== 'transient'
    : mail?.state === 'failed' && !mail.retries_exhausted;

/** Asks for the right address where the email did not arrive, before anything else. */
export function LostAddressCard(props: AddressProps) {
  if (!isLost(props)) return null;
  return (
    <IfMaySend to={`${props.path}/address`}>
      <section class="card" aria-labelledby="address">
        <h2 id="address">Correct the address</h2>
        <p class="soft">The email did not arrive at {props.signup.email}. Is there a typo in it?</p>
        <AddressForm {...props} />
      </section>
    </IfMaySend>
  );
}

/** The same for all others, folded away. `isOpen`: the form was refused. */
export function CorrectAddress({ isOpen, ...props }: AddressProps & { readonly isOpen: boolean }) {
  if (isLost(props)) return null;
  return (
    <IfMaySend to={`${props.path}/address`}>
      <details open={isOpen}>
        <summary>Correct the address</summary>
        <AddressForm {...props} />
      </details>
    </IfMaySend>
  );
}

const mailTexts = {
  confirmation: {
    label: 'Ask to confirm the new address',
    hint: 'Without it nobody is asked, until the person signs up again. An open invitation is sent again, too.',
  },
  signup: {
    label: 'Send the signup email to the new address',
    hint: 'You can send it later, too. An open invitation is sent again with it.',
  },
};

function AddressForm({ path, signup, mails }: AddressProps) {
  return (
    <Form action={`${path}/address`} class="fields">
      <Field
        name="email"
        label="Right address"
        type="email"
        required
        initial={signup.email}
        autocomplete="off"
        hint="The place on the list, the code and all referrals stay. Links in mails to the earlier address end."
      />
      {mails && <Checkbox name="notify" {...mailTexts[mails]} initial={true} />}
      <div class="row">
        <Submit>Correct the address</Submit>
      </div>
    </Form>
  );
}

/** The form that corrects the address of a signup. */
export function addressForm(app: FastifyInstance, ctx: WebContext, show: Show): void {
  const options = { schema: { params: SignupParams } };
  const idOf = ({ params }: FastifyRequest) => (params as { signupId: string }).signupId.toLowerCase();

  addForm(app, '/waitlists/:id/signups/:signupId/address', options, show, async (request, reply) => {
    const { session, waitlist } = request;
    const { email, notify } = request.body as FormValues;
    const patch = readValues(SignupPatch, { email, notify: notify === 'on' });
    const signup = await updateSignup(ctx, session.caller, waitlist.id, idOf(request), patch);
    return redirectWithFlash(
      reply,
      `/dashboard/waitlists/${waitlist.id}/signups/${signup.id}`,
      `The address is ${signup.email} now.`,
    );
  });
}
