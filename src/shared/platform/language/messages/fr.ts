import type { Messages } from './en.ts';

export const fr: Messages = {
  page: {
    place: 'Votre place',
  },
  status: {
    onList:
      '{total, plural, one {# personne sur la liste} many {# de personnes sur la liste} other {# personnes sur la liste}}',
  },
  confirm: {
    button: 'Confirmer',
  },
  unsubscribe: {
    button: 'Se désabonner',
  },
  form: {
    thanks: 'Merci',
  },
  signup: {
    join: 'Rejoindre la liste d’attente',
  },
  card: {
    join: '{total, plural, one {Rejoignez # autre personne} many {Rejoignez # d’autres personnes} other {Rejoignez # autres personnes}}',
  },
  mail: {
    unsubscribe: 'Se désabonner',
  },
};
