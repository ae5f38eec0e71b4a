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
    join: '{total, plural, one {Unisciti a #\u00a0persona che aspetta {name}} many {Unisciti a #\u00a0di persone che aspettano {name}} other {Unisciti a #\u00a0persone che aspettano {name}}}',
    joinList:
      '{total, plural, one {Unisciti a #\u00a0persona in lista d’attesa} many {Unisciti a #\u00a0di persone in lista d’attesa} other {Unisciti a #\u00a0persone in lista d’attesa}}',
    first: 'Scopri {name} prima degli altri',
    firstList: 'Entra in lista prima degli altri',
    open: 'Unisciti alla lista d’attesa di {name}',
    openList: 'Unisciti alla lista d’attesa',
    invited: '{inviter} ti invita a scoprire {name}',
    invitedList: '{inviter} ti invita nella lista d’attesa',
    onList:
      '{total, plural, one {# persona è in lista} many {# di persone sono in lista} other {# persone sono in lista}}',
    action: 'Entra nella lista d’attesa',
  },
  mail: {
    unsubscribe: 'Annulla l’iscrizione',
  },
};
