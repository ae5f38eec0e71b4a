import type { z } from 'zod';
import { footers } from '../../mail/design/footers.ts';
import type { Plug } from '../plug.ts';
import { assertUsable, FormPatch, FormSettings, formText, withoutSecret } from './form-settings.ts';
import { deleteFormOf, sealedCaptcha } from './queries.ts';
import { saveForm, withForm } from './save-form.ts';
import { statusTemplateOf } from './status-template.ts';

declare module '../../mail/parts.ts' {
  interface MailKinds {
    status: 'template';
  }
}

declare module '../../list/parts.ts' {
  interface SettingsPatches {
    form: z.infer<typeof FormPatch>;
  }
  interface WaitlistSettings {
    form: FormSettings;
  }
}

export const forms: Plug = {
  mail: {
    kinds: {
      status: {
        defaultTemplate: statusTemplateOf,
        footer: footers.notYouOrUnsubscribe,
        offersUnsubscribe: true,
      },
    },
  },
  list: {
    settings: {
      form: {
        whole: FormSettings.prefault({}).describe(formText),
        patch: FormPatch.nullish().describe(formText),
        toStored: ({ form }) => withoutSecret(form),
        assertConsistent: assertUsable,
        save: (ctx, tx, list, { form }, patch) => saveForm(ctx, tx, list, form, patch.form?.captcha?.secret),
        complete: withForm,
      },
    },
    purge: { withLock: deleteFormOf },
  },
  person: null,
  secrets: [sealedCaptcha],
};
