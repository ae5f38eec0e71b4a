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
    join: '{total, plural, one {Rejoignez #\u00a0personne qui attend {name}} many {Rejoignez #\u00a0de personnes qui attendent {name}} other {Rejoignez #\u00a0personnes qui attendent {name}}}',
    joinList:
      '{total, plural, one {Rejoignez #\u00a0personne sur la liste d’attente} many {Rejoignez #\u00a0de personnes sur la liste d’attente} other {Rejoignez #\u00a0personnes sur la liste d’attente}}',
    first: 'Soyez parmi les premiers à rejoindre {name}',
    firstList: 'Soyez parmi les premiers sur la liste d’attente',
    open: 'Rejoignez la liste d’attente {name}',
    openList: 'Rejoignez la liste d’attente',
    invited: '{inviter} vous invite à rejoindre {name}',
    invitedList: '{inviter} vous invite à rejoindre la liste d’attente',
    onList:
      '{total, plural, one {# personne est sur la liste} many {# de personnes sont sur la liste} other {# personnes sont sur la liste}}',
    action: 'Rejoindre la liste d’attente',
  },
  mail: {
    unsubscribe: 'Se désabonner',
  },
};
