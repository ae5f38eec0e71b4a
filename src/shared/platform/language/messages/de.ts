import type { Messages } from './en.ts';

export const de: Messages = {
  page: {
    place: 'Ihr Platz',
  },
  status: {
    onList: '{total, plural, one {# Person auf der Liste} other {# Personen auf der Liste}}',
  },
  confirm: {
    button: 'Bestätigen',
  },
  unsubscribe: {
    button: 'Abmelden',
  },
  form: {
    thanks: 'Vielen Dank',
  },
  signup: {
    join: 'Auf die Warteliste',
  },
  card: {
    join: '{total, plural, one {#\u00a0Person wartet schon auf {name}} other {#\u00a0Personen warten schon auf {name}}}',
    joinList:
      '{total, plural, one {#\u00a0Person steht schon auf der Warteliste} other {#\u00a0Personen stehen schon auf der Warteliste}}',
    first: 'Gehören Sie zu den Ersten bei {name}',
    firstList: 'Gehören Sie zu den Ersten auf der Warteliste',
    open: 'Auf die Warteliste für {name}',
    openList: 'Auf die Warteliste',
    invited: '{inviter} lädt Sie zu {name} ein',
    invitedList: '{inviter} lädt Sie auf die Warteliste ein',
    onList: '{total, plural, one {# Person steht auf der Liste} other {# Personen stehen auf der Liste}}',
    action: 'Auf die Warteliste',
  },
  mail: {
    unsubscribe: 'Abmelden',
  },
};
