import type { Messages } from './en.ts';

export const es: Messages = {
  page: {
    place: 'Tu puesto',
  },
  status: {
    heading: 'Estás en la lista',
    place: 'Tu puesto en la fila',
    onList:
      '{total, plural, one {# persona en la lista} many {# de personas en la lista} other {# personas en la lista}}',
    moved:
      '{places, plural, one {Has subido # puesto} many {Has subido # de puestos} other {Has subido # puestos}}',
    perFriend:
      '{places, plural, one {Cada amigo que se apunte te hace subir # puesto.} many {Cada amigo que se apunte te hace subir # de puestos.} other {Cada amigo que se apunte te hace subir # puestos.}}',
    toFront: 'Con un amigo más te pones en cabeza.',
    atFront: 'Estás al principio de la fila.',
    nowAt: 'Ahora estás en el puesto {place, number}.',
    friends:
      '{count, plural, =0 {Todavía no se ha apuntado nadie a través de ti.} one {Se ha apuntado # amigo a través de ti.} many {Se han apuntado # de amigos a través de ti.} other {Se han apuntado # amigos a través de ti.}}',
    rewards: 'Recompensas',
    missing:
      '{missing, plural, one {Falta # para {reward}} many {Faltan # para {reward}} other {Faltan # para {reward}}}',
    takes: '{count, plural, one {# amigo} many {# de amigos} other {# amigos}}',
    reached: 'Conseguida',
    checking: 'En revisión',
    share: 'Invita a tus amigos',
    link: 'Tu enlace',
    copy: 'Copiar',
    copied: 'Copiado',
    shareButton: 'Compartir',
    shareOn: 'Compartir en {network}',
    shareByEmail: 'Compartir por correo',
    qr: 'Código QR',
    qrOf: 'Código QR de tu enlace',
    shareText: 'Estoy en la lista de espera de {list}. ¡Apúntate tú también!',
    leaderboard: 'Clasificación',
    you: 'Tú',
    unconfirmed: 'Confirma tu dirección de correo',
    unconfirmedText: 'Abre el enlace del correo que te hemos enviado.',
    again: 'Enviar el enlace otra vez',
    linkSent: 'Te hemos enviado un enlace nuevo.',
    linkRecent:
      'Te enviamos un enlace hace poco. Búscalo también en la carpeta de correo no deseado o inténtalo de nuevo dentro de una hora.',
    linkNever: 'Ya no enviamos más enlaces a esta dirección. Conservas tu puesto.',
    confirmed: 'Tu dirección de correo está confirmada.',
    invited: 'Tienes una invitación',
    invitedText: 'El enlace está en tu invitación.',
    accept: 'Aceptar la invitación',
    joined: 'Ya formas parte',
    expired: 'Tu invitación ha caducado',
    declined: 'Has rechazado tu invitación',
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
