import type { Messages } from './en.ts';

export const de: Messages = {
  page: {
    place: 'Ihr Platz',
  },
  status: {
    heading: 'Sie stehen auf der Liste',
    place: 'Ihr Platz in der Reihe',
    onList: '{total, plural, one {# Person auf der Liste} other {# Personen auf der Liste}}',
    moved: '{places, plural, one {Sie sind # Platz vorgerückt} other {Sie sind # Plätze vorgerückt}}',
    perFriend:
      '{places, plural, one {Für jede Person, die über Sie dazukommt, rücken Sie # Platz vor.} other {Für jede Person, die über Sie dazukommt, rücken Sie # Plätze vor.}}',
    toFront: 'Mit einer weiteren Person stehen Sie ganz vorn.',
    atFront: 'Sie stehen ganz vorn.',
    nowAt: 'Sie sind jetzt auf Platz {place, number}.',
    friends:
      '{count, plural, =0 {Über Sie hat sich noch niemand angemeldet.} one {Über Sie hat sich # Person angemeldet.} other {Über Sie haben sich # Personen angemeldet.}}',
    rewards: 'Belohnungen',
    missing: '{missing, plural, one {Noch # bis {reward}} other {Noch # bis {reward}}}',
    takes: '{count, plural, one {# Person} other {# Personen}}',
    reached: 'Erreicht',
    checking: 'Wird geprüft',
    share: 'Freunde einladen',
    link: 'Ihr Link',
    copy: 'Kopieren',
    copied: 'Kopiert',
    shareButton: 'Teilen',
    shareOn: 'Auf {network} teilen',
    shareByEmail: 'Per E-Mail teilen',
    qr: 'QR-Code',
    qrOf: 'QR-Code Ihres Links',
    shareText: 'Ich stehe auf der Warteliste für {list}. Wer macht mit?',
    leaderboard: 'Rangliste',
    you: 'Sie',
    unconfirmed: 'Bitte bestätigen Sie Ihre E-Mail-Adresse',
    unconfirmedText: 'Öffnen Sie den Link in der E-Mail, die wir Ihnen geschickt haben.',
    again: 'Link noch einmal senden',
    linkSent: 'Wir haben Ihnen einen neuen Link geschickt.',
    linkRecent:
      'Wir haben Ihnen vor Kurzem einen Link geschickt. Bitte sehen Sie auch im Spam-Ordner nach, oder versuchen Sie es in einer Stunde noch einmal.',
    linkNever: 'An diese Adresse senden wir keine Links mehr. Ihr Platz bleibt Ihnen erhalten.',
    confirmed: 'Ihre E-Mail-Adresse ist bestätigt.',
    invited: 'Sie sind eingeladen',
    invitedText: 'Den Link finden Sie in Ihrer Einladung.',
    accept: 'Einladung annehmen',
    joined: 'Sie sind dabei',
    expired: 'Ihre Einladung ist abgelaufen',
    declined: 'Sie haben Ihre Einladung abgelehnt',
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
    join: '{total, plural, one {#\u00a0Person wartet schon auf {name}} other {#\u00a0Personen warten schon auf {name}}}',
    joinList:
      '{total, plural, one {#\u00a0Person steht schon auf der Warteliste} other {#\u00a0Personen stehen schon auf der Warteliste}}',
    first: 'Gehören Sie zu den Ersten bei {name}',
    firstList: 'Gehören Sie zu den Ersten auf der Warteliste',
    open: 'Auf die Warteliste für {name}',
    openList: 'Auf die Warteliste',
    invited: '{inviter} lädt Sie zu {name} ein',
    invitedList: '{inviter} lädt Sie auf die Warteliste ein',
    onList: '{total, plural, one {# Person steht auf der Liste} other {# Personen stehen auf der Liste}}',
    action: 'Auf die Warteliste',
  },
  mail: {
    unsubscribe: 'Abmelden',
  },
};
