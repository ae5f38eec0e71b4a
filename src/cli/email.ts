import { readFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { z } from 'zod';
import { LanguageTag } from '../shared/list/language/language-tag.ts';
import { editedKinds } from '../shared/mail/kinds.ts';
import { emailProviderTypes } from '../shared/mail/providers/index.ts';
import { resendableStates, unsentStates } from '../shared/mail/resending/refused-queries.ts';
import {
  listAllResendable,
  listResendable,
  resendAllEmails,
  resendEmails,
} from '../shared/mail/resending/resend-refused-emails.ts';
import { clearEmailProvider } from '../shared/mail/settings/clear-email-provider.ts';
import { EmailProviderInput, setEmailProvider } from '../shared/mail/settings/set-email-provider.ts';
import { builtInPlaceholders } from '../shared/mail/templates/placeholders.ts';
import { EmailTemplateInput, setAnyEmailTemplate } from '../shared/mail/templates/set-email-template.ts';
import { limitOption, readOptions } from './options.ts';
import { wideOption } from './output.ts';
import type { Run } from './run.ts';
import { ask } from './terminal/ask.ts';

/** A template with the language that it is for. */
export const TemplateOptions = EmailTemplateInput.extend({ locale: LanguageTag.optional() });

export const ResendOptions = z.object({
  account: z.string().optional(),
  allAccounts: z.boolean().default(false),
  since: z.iso
    .datetime({ offset: true, error: 'must be a time such as 2026-11-27T10:00:00Z' })
    .transform((text) => new Date(text))
    .optional(),
  state: z.enum(resendableStates).optional(),
  yes: z.boolean().default(false),
});

const stateOption = (description: string) =>
  new Option('--state <state>', description).choices(resendableStates);

/** Asks the person at the terminal. @throws Error where the answer is not yes, or nobody can answer */
async function assertWanted(): Promise<void> {
  const question = 'Whoever got such an email already gets it a second time.';
  const answer = await ask(`${question} Send them again? [y/N] `);
  if (answer === undefined) throw new Error(`${question} Add --yes to send them again`);
  if (!/^y(es)?$/i.test(answer)) throw new Error('Nothing was sent');
}

/** @throws Error unless one of them is given */
function assertAccounts(account: string | undefined, allAccounts: boolean): void {
  if ((account !== undefined) === allAccounts) throw new Error('Give either --account or --all-accounts');
}

export function addEmailCommands(program: Command, run: Run): void {
  const provider = program.command('email-provider').description('the email provider of an account');

  provider
    .command('set')
    .description('set the account’s email provider, after checking the settings with it')
    .requiredOption('--account <account>', 'id of the account')
    .addOption(
      new Option('--type <type>', 'type of the provider').choices(emailProviderTypes).makeOptionMandatory(),
    )
    .requiredOption('--from <address>', 'From address of the emails: "Name <a@b>"')
    .requiredOption('--config <json>', 'settings of the provider')
    .option('--webhook-secret <secret>', 'secret that the provider signs its events with')
    .option('--skip-verify', 'save without checking the settings')
    .action(async ({ account, config, ...options }, command) => {
      const input = readOptions(EmailProviderInput, { ...options, config: readJson(config) });
      await run(command, (ctx) => setEmailProvider(ctx, account, input));
    });

  provider
    .command('clear')
    .description('delete the account’s email provider; the service’s credentials are used again')
    .requiredOption('--account <account>', 'id of the account')
    .action(({ account }, command) => run(command, (ctx) => clearEmailProvider(ctx, account)));

  const email = program.command('email').description('emails to people on waitlists');

  email
    .command('list')
    .description('list the newest emails that can be sent again, with what is known of them')
    .option('--account <account>', 'id of the account')
    .option('--all-accounts', 'emails of all accounts')
    .addOption(stateOption('their state').makeOptionMandatory())
    .addOption(limitOption(100))
    .addOption(wideOption())
    .action(async ({ account, allAccounts = false, state, limit }, command) => {
      assertAccounts(account, allAccounts);
      if (account === undefined)
        return run(command, (ctx) => listAllResendable(ctx, state, limit), [
          'account_id',
          'email',
          'kind',
          'error',
        ]);
      await run(command, (ctx) => listResendable(ctx, account, state, limit), [
        'email',
        'waitlist_name',
        'kind',
        'created_at',
        'error',
      ]);
    });

  email
    .command('resend')
    .description('send emails again that failed because of the settings, or after all retries')
    .option('--account <account>', 'id of the account')
    .option('--all-accounts', 'emails of all accounts; needs --since')
    .option('--since <time>', 'only emails that were made since then: 2026-11-27T10:00:00Z')
    .addOption(stateOption('only emails in this state (default: config_error and failed)'))
    .option('--yes', 'do not ask before emails are sent that may have left already')
    .action(async (options, command) => {
      const { account, allAccounts, since, state, yes } = readOptions(ResendOptions, options);
      const states = state ? [state] : unsentStates;
      if (state === 'ambiguous' && !yes) await assertWanted();
      assertAccounts(account, allAccounts);
      if (account !== undefined)
        return run(command, (ctx) => resendEmails(ctx, account, states, since ?? null));
      if (!since) throw new Error('--all-accounts needs --since');
      await run(command, (ctx) => resendAllEmails(ctx, states, since));
    });

  program
    .command('email-template')
    .alias('email-copy')
    .description('the email templates of a waitlist')
    .command('set')
    .description(
      `set the subject and body; both may contain placeholders: ${listOfPlaceholders}, the key of each custom field; with a fallback: {{company|there}}`,
    )
    .requiredOption('--waitlist <waitlist>', 'id of the waitlist')
    .addOption(new Option('--kind <kind>', 'which of its emails').choices(editedKinds()).default('signup'))
    .option('--locale <locale>', 'only for people with this language, such as de or pt-BR')
    .requiredOption('--subject <subject>', 'subject, one line')
    .requiredOption('--body-file <file>', 'HTML file with the body')
    .action(async ({ waitlist, kind, locale, subject, bodyFile }, command) => {
      const html = await readFile(bodyFile, 'utf8').catch(() => {
        throw new Error(`--body-file: ${bodyFile} cannot be read`);
      });
      const { locale: version, ...template } = readOptions(TemplateOptions, { subject, html, locale });
      await run(command, (ctx) => setAnyEmailTemplate(ctx, waitlist, kind, template, version));
    });
}

const listOfPlaceholders = Object.keys(builtInPlaceholders)
  .map((name) => `{{${name}}}`)
  .join(', ');

/** Not an option parser of commander: its error message would show the credentials in the value. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('--config: must be a JSON object');
  }
}
