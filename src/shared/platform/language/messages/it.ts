import type { Messages } from './en.ts';

export const it: Messages = {
  page: {
    place: 'Il tuo posto',
  },
  status: {
    onList:
      '{total, plural, one {# persona in lista} many {# di persone in lista} other {# persone in lista}}',
  },
  confirm: {
    button: 'Conferma',
  },
  unsubscribe: {
    button: 'Annulla l’iscrizione',
  },
  form: {
    thanks: 'Grazie',
  },
  signup: {
    join: 'Entra nella lista d’attesa',
  },
  card: {
    join: '{total, plural, one {Unisciti a un’altra persona} many {Unisciti ad altri # di persone} other {Unisciti ad altre # persone}}',
  },
  mail: {
    unsubscribe: 'Annulla l’iscrizione',
  },
};
