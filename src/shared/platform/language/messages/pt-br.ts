import type { Messages } from './en.ts';

export const ptBr: Messages = {
  page: {
    place: 'Seu lugar',
  },
  status: {
    onList:
      '{total, plural, one {# pessoa na lista} many {# de pessoas na lista} other {# pessoas na lista}}',
  },
  confirm: {
    button: 'Confirmar',
  },
  unsubscribe: {
    button: 'Cancelar inscrição',
  },
  form: {
    thanks: 'Obrigado',
  },
  signup: {
    join: 'Entrar na lista de espera',
  },
  card: {
    join: '{total, plural, one {Junte-se a #\u00a0pessoa que espera por {name}} many {Junte-se a #\u00a0de pessoas que esperam por {name}} other {Junte-se a #\u00a0pessoas que esperam por {name}}}',
    joinList:
      '{total, plural, one {Junte-se a #\u00a0pessoa na lista de espera} many {Junte-se a #\u00a0de pessoas na lista de espera} other {Junte-se a #\u00a0pessoas na lista de espera}}',
    first: 'Conheça {name} antes de todo mundo',
    firstList: 'Entre na lista antes de todo mundo',
    open: 'Entre na lista de espera de {name}',
    openList: 'Entre na lista de espera',
    invited: '{inviter} convida você para {name}',
    invitedList: '{inviter} convida você para a lista de espera',
    onList:
      '{total, plural, one {# pessoa está na lista} many {# de pessoas estão na lista} other {# pessoas estão na lista}}',
    action: 'Entrar na lista de espera',
  },
  mail: {
    unsubscribe: 'Cancelar inscrição',
  },
};
