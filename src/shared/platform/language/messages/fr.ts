import type { Messages } from './en.ts';

export const fr: Messages = {
  page: {
    place: 'Votre place',
  },
  status: {
    heading: 'Vous êtes sur la liste',
    place: 'Votre place dans la file',
    onList:
      '{total, plural, one {# personne sur la liste} many {# de personnes sur la liste} other {# personnes sur la liste}}',
    moved:
      '{places, plural, one {Vous avez gagné # place} many {Vous avez gagné # de places} other {Vous avez gagné # places}}',
    perFriend:
      '{places, plural, one {Chaque ami inscrit grâce à vous vous fait gagner # place.} many {Chaque ami inscrit grâce à vous vous fait gagner # de places.} other {Chaque ami inscrit grâce à vous vous fait gagner # places.}}',
    toFront: 'Encore un ami et vous passez en tête.',
    atFront: 'Vous êtes en tête de la file.',
    nowAt: 'Vous êtes maintenant à la place {place, number}.',
    friends:
      '{count, plural, =0 {Personne ne s’est encore inscrit grâce à vous.} one {# ami s’est inscrit grâce à vous.} many {# d’amis se sont inscrits grâce à vous.} other {# amis se sont inscrits grâce à vous.}}',
    rewards: 'Récompenses',
    missing:
      '{missing, plural, one {Encore # pour obtenir {reward}} many {Encore # pour obtenir {reward}} other {Encore # pour obtenir {reward}}}',
    takes: '{count, plural, one {# ami} many {# d’amis} other {# amis}}',
    reached: 'Obtenue',
    checking: 'En cours de vérification',
    share: 'Invitez vos amis',
    link: 'Votre lien',
    copy: 'Copier',
    copied: 'Copié',
    shareButton: 'Partager',
    shareOn: 'Partager sur {network}',
    shareByEmail: 'Partager par e-mail',
    qr: 'QR code',
    qrOf: 'QR code de votre lien',
    shareText: 'Je suis sur la liste d’attente de {list}. Rejoignez-moi !',
    leaderboard: 'Classement',
    you: 'Vous',
    unconfirmed: 'Veuillez confirmer votre adresse e-mail',
    unconfirmedText: 'Ouvrez le lien dans l’e-mail que nous vous avons envoyé.',
    again: 'Renvoyer le lien',
    linkSent: 'Nous vous avons envoyé un nouveau lien.',
    linkRecent:
      'Nous vous avons envoyé un lien récemment. Vérifiez aussi votre dossier de courrier indésirable, ou réessayez dans une heure.',
    linkNever: 'Nous n’envoyons plus de liens à cette adresse. Vous gardez votre place.',
    confirmed: 'Votre adresse e-mail est confirmée.',
    invited: 'Vous êtes invité',
    invitedText: 'Le lien se trouve dans votre invitation.',
    accept: 'Accepter l’invitation',
    joined: 'Vous nous avez rejoints',
    expired: 'Votre invitation a expiré',
    declined: 'Vous avez décliné votre invitation',
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
