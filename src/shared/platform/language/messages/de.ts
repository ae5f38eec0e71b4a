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
    join: '{total, plural, one {Mit # anderen Person auf der Liste} other {Mit # anderen auf der Liste}}',
  },
  mail: {
    unsubscribe: 'Abmelden',
  },
};
