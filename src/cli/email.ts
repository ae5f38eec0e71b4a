import { readFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { z } from 'zod';
import { emailProviderTypes } from '../shared/email/providers/index.ts';
import { resendableStates } from '../shared/email/sending/refused-queries.ts';
import { resendEmails } from '../shared/email/sending/resend-refused-emails.ts';
import { clearEmailProvider } from '../shared/email/settings/clear-email-provider.ts';
import { EmailProviderInput, setEmailProvider } from '../shared/email/settings/set-email-provider.ts';
import { EmailTemplateInput, setAnyEmailTemplate } from '../shared/email/templates/set-email-template.ts';
import { readOptions } from './options.ts';
import { run } from './run.ts';

export function addEmailCommands(program: Command): void {
  const provider = program.command('email-provider').description('the mail provider of an account');

  provider
    .command('set')
    .description('send an account’s mails with its own provider, once that has accepted the settings')
    .requiredOption('--account <account>', 'id of the account')
    .addOption(
      new Option('--type <type>', 'which provider').choices(emailProviderTypes).makeOptionMandatory(),
    )
    .requiredOption('--from <address>', 'the From address of the mails: "Name <a@b>"')
    .requiredOption('--config <json>', 'the provider’s settings')
    .option('--webhook-secret <secret>', 'secret of the signatures on the provider’s events')
    .option('--skip-verify', 'save without a check by the provider')
    .action(async ({ account, config, ...options }, command) => {
      const input = readOptions(EmailProviderInput, { ...options, config: readJson(config) });
      await run(command, (ctx) => setEmailProvider(ctx, account, input));
    });

  provider
    .command('clear')
    .description('send an account’s mails with the service’s credentials again')
    .requiredOption('--account <account>', 'id of the account')
    .action(({ account }, command) => run(command, (ctx) => clearEmailProvider(ctx, account)));

  program
    .command('email')
    .description('signup emails of an account')
    .command('resend')
    .description('send mails again that were refused because of the settings, or given up')
    .requiredOption('--account <account>', 'id of the account')
    .addOption(
      new Option('--state <state>', 'only those of this state (default: both)').choices(resendableStates),
    )
    .action(async ({ account, state }, command) => {
      const input = readOptions(z.object({ state: z.enum(resendableStates).optional() }), { state });
      await run(command, (ctx) => resendEmails(ctx, account, input.state ? [input.state] : resendableStates));
    });

  program
    .command('email-template')
    .alias('email-copy')
    .description('the signup email of a waitlist')
    .command('set')
    .description('use this subject and body from now on; placeholders such as {{position}} are filled in')
    .requiredOption('--waitlist <waitlist>', 'id of the waitlist')
    .requiredOption('--subject <subject>', 'one line')
    .requiredOption('--body-file <file>', 'HTML')
    .action(async ({ waitlist, subject, bodyFile }, command) => {
      const html = await readFile(bodyFile, 'utf8').catch(() => {
        throw new Error(`--body-file: ${bodyFile} cannot be read`);
      });
      const template = readOptions(EmailTemplateInput, { subject, html });
      await run(command, (ctx) => setAnyEmailTemplate(ctx, waitlist, template));
    });
}

/** Here and not by the parser of options, which would show what it refuses: a credential. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('--config: expected a JSON object');
  }
}
