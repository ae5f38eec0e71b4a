import type { Messages } from './en.ts';

export const ptBr: Messages = {
  page: {
    place: 'Seu lugar',
  },
  status: {
    heading: 'Você está na lista',
    place: 'Seu lugar na fila',
    onList:
      '{total, plural, one {# pessoa na lista} many {# de pessoas na lista} other {# pessoas na lista}}',
    moved:
      '{places, plural, one {Você subiu # posição} many {Você subiu # de posições} other {Você subiu # posições}}',
    perFriend:
      '{places, plural, one {Cada amigo que se inscreve faz você subir # posição.} many {Cada amigo que se inscreve faz você subir # de posições.} other {Cada amigo que se inscreve faz você subir # posições.}}',
    toFront: 'Com mais um amigo, você vai para o começo da fila.',
    atFront: 'Você está no começo da fila.',
    nowAt: 'Agora você está na posição {place, number}.',
    friends:
      '{count, plural, =0 {Ninguém se inscreveu por você ainda.} one {# amigo se inscreveu por você.} many {# de amigos se inscreveram por você.} other {# amigos se inscreveram por você.}}',
    rewards: 'Recompensas',
    missing:
      '{missing, plural, one {Falta # para {reward}} many {Faltam # para {reward}} other {Faltam # para {reward}}}',
    takes: '{count, plural, one {# amigo} many {# de amigos} other {# amigos}}',
    reached: 'Conquistada',
    checking: 'Em análise',
    share: 'Convide amigos',
    link: 'Seu link',
    copy: 'Copiar',
    copied: 'Copiado',
    shareButton: 'Compartilhar',
    shareOn: 'Compartilhar no {network}',
    shareByEmail: 'Compartilhar por e-mail',
    qr: 'QR code',
    qrOf: 'QR code do seu link',
    shareText: 'Estou na lista de espera de {list}. Entre você também!',
    leaderboard: 'Ranking',
    you: 'Você',
    unconfirmed: 'Confirme seu endereço de e-mail',
    unconfirmedText: 'Abra o link no e-mail que enviamos para você.',
    again: 'Enviar o link de novo',
    linkSent: 'Enviamos um novo link para você.',
    linkRecent:
      'Enviamos um link há pouco tempo. Procure também na caixa de spam ou tente de novo em uma hora.',
    linkNever: 'Não enviamos mais links para este endereço. Você mantém seu lugar.',
    confirmed: 'Seu endereço de e-mail está confirmado.',
    invited: 'Você recebeu um convite',
    invitedText: 'O link está no seu convite.',
    accept: 'Aceitar o convite',
    joined: 'Você já faz parte',
    expired: 'Seu convite expirou',
    declined: 'Você recusou seu convite',
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
