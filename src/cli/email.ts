import { readFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { z } from 'zod';
import { templateKinds } from '../shared/mail/kinds.ts';
import { emailProviderTypes } from '../shared/mail/providers/index.ts';
import { resendableStates } from '../shared/mail/resending/refused-queries.ts';
import { resendEmails } from '../shared/mail/resending/resend-refused-emails.ts';
import { clearEmailProvider } from '../shared/mail/settings/clear-email-provider.ts';
import { EmailProviderInput, setEmailProvider } from '../shared/mail/settings/set-email-provider.ts';
import { builtInPlaceholders } from '../shared/mail/templates/placeholders.ts';
import { EmailTemplateInput, setAnyEmailTemplate } from '../shared/mail/templates/set-email-template.ts';
import { resendAllEmails } from '../shared/mail/resending/resend-refused-emails.ts';
import { readOptions } from './options.ts';
import type { Run } from './run.ts';

const ResendOptions = z.object({
  account: z.string().optional(),
  allAccounts: z.boolean().default(false),
  since: z.iso
    .datetime({ offset: true, error: 'expected a time such as 2026-11-27T10:00:00Z' })
    .transform((text) => new Date(text))
    .optional(),
  state: z.enum(resendableStates).optional(),
});

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

  program
    .command('email')
    .description('signup emails of an account')
    .command('resend')
    .description('send emails again that failed because of the settings, or after all retries')
    .option('--account <account>', 'id of the account')
    .option('--all-accounts', 'emails of all accounts; needs --since')
    .option('--since <time>', 'only emails that were made since then: 2026-11-27T10:00:00Z')
    .addOption(
      new Option('--state <state>', 'only emails in this state (default: both)').choices(resendableStates),
    )
    .action(async (options, command) => {
      const { account, allAccounts, since, state } = readOptions(ResendOptions, options);
      const states = state ? [state] : resendableStates;
      if (account !== undefined && !allAccounts)
        return run(command, (ctx) => resendEmails(ctx, account, states, since ?? null));
      if (account !== undefined || !allAccounts) throw new Error('Give either --account or --all-accounts');
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
    .addOption(new Option('--kind <kind>', 'which of its emails').choices(templateKinds()).default('signup'))
    .requiredOption('--subject <subject>', 'subject, one line')
    .requiredOption('--body-file <file>', 'HTML file with the body')
    .action(async ({ waitlist, kind, subject, bodyFile }, command) => {
      const html = await readFile(bodyFile, 'utf8').catch(() => {
        throw new Error(`--body-file: ${bodyFile} cannot be read`);
      });
      const template = readOptions(EmailTemplateInput, { subject, html });
      await run(command, (ctx) => setAnyEmailTemplate(ctx, waitlist, kind, template));
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
    throw new Error('--config: expected a JSON object');
  }
}
