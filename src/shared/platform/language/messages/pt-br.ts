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
    join: '{total, plural, one {Junte-se a # outra pessoa} many {Junte-se a # de outras pessoas} other {Junte-se a # outras pessoas}}',
  },
  mail: {
    unsubscribe: 'Cancelar inscrição',
  },
};
