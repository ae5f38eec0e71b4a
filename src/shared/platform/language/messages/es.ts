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
    join: '{total, plural, one {Únete a otra persona} many {Únete a otros # de personas} other {Únete a otras # personas}}',
  },
  mail: {
    unsubscribe: 'Cancelar la suscripción',
  },
};
