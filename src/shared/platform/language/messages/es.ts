import type { Messages } from './en.ts';

export const es: Messages = {
  page: {
    place: 'Tu puesto',
  },
  status: {
    onList:
      '{total, plural, one {# persona en la lista} many {# de personas en la lista} other {# personas en la lista}}',
  },
  confirm: {
    button: 'Confirmar',
  },
  unsubscribe: {
    button: 'Cancelar la suscripción',
  },
  form: {
    thanks: 'Gracias',
  },
  signup: {
    join: 'Unirme a la lista de espera',
  },
  card: {
    join: '{total, plural, one {Únete a #\u00a0persona que espera {name}} many {Únete a #\u00a0de personas que esperan {name}} other {Únete a #\u00a0personas que esperan {name}}}',
    joinList:
      '{total, plural, one {Únete a #\u00a0persona en la lista de espera} many {Únete a #\u00a0de personas en la lista de espera} other {Únete a #\u00a0personas en la lista de espera}}',
    first: 'Descubre {name} antes que nadie',
    firstList: 'Apúntate a la lista antes que nadie',
    open: 'Únete a la lista de espera de {name}',
    openList: 'Únete a la lista de espera',
    invited: '{inviter} te invita a unirte a {name}',
    invitedList: '{inviter} te invita a unirte a la lista de espera',
    onList:
      '{total, plural, one {# persona está en la lista} many {# de personas están en la lista} other {# personas están en la lista}}',
    action: 'Unirme a la lista de espera',
  },
  mail: {
    unsubscribe: 'Cancelar la suscripción',
  },
};
