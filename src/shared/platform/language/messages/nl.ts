import type { Messages } from './en.ts';

export const nl: Messages = {
  page: {
    place: 'Jouw plaats',
  },
  status: {
    heading: 'Je staat op de lijst',
    place: 'Je plek in de rij',
    onList: '{total, plural, one {# persoon op de lijst} other {# mensen op de lijst}}',
    moved: '{places, plural, one {Je bent # plek opgeschoven} other {Je bent # plekken opgeschoven}}',
    perFriend:
      '{places, plural, one {Met elke vriend die zich aanmeldt, schuif je # plek op.} other {Met elke vriend die zich aanmeldt, schuif je # plekken op.}}',
    toFront: 'Nog één vriend en je staat vooraan.',
    atFront: 'Je staat vooraan in de rij.',
    nowAt: 'Je staat nu op plek {place, number}.',
    friends:
      '{count, plural, =0 {Er heeft zich nog niemand via jou aangemeld.} one {Er heeft zich # vriend via jou aangemeld.} other {Er hebben zich # vrienden via jou aangemeld.}}',
    rewards: 'Beloningen',
    missing: '{missing, plural, one {Nog # tot {reward}} other {Nog # tot {reward}}}',
    takes: '{count, plural, one {# vriend} other {# vrienden}}',
    reached: 'Behaald',
    checking: 'Wordt gecontroleerd',
    share: 'Nodig vrienden uit',
    link: 'Je link',
    copy: 'Kopiëren',
    copied: 'Gekopieerd',
    shareButton: 'Delen',
    shareOn: 'Delen op {network}',
    shareByEmail: 'Delen via e-mail',
    qr: 'QR-code',
    qrOf: 'QR-code van je link',
    shareText: 'Ik sta op de wachtlijst van {list}. Doe je mee?',
    leaderboard: 'Ranglijst',
    you: 'Jij',
    unconfirmed: 'Bevestig je e-mailadres',
    unconfirmedText: 'Open de link in de e-mail die we je hebben gestuurd.',
    again: 'Link opnieuw sturen',
    linkSent: 'We hebben je een nieuwe link gestuurd.',
    linkRecent:
      'We hebben je pas nog een link gestuurd. Kijk ook in je spammap, of probeer het over een uur opnieuw.',
    linkNever: 'We sturen geen links meer naar dit adres. Je houdt je plek.',
    confirmed: 'Je e-mailadres is bevestigd.',
    invited: 'Je bent uitgenodigd',
    invitedText: 'De link staat in je uitnodiging.',
    accept: 'Uitnodiging aannemen',
    joined: 'Je doet mee',
    expired: 'Je uitnodiging is verlopen',
    declined: 'Je hebt de uitnodiging afgeslagen',
  },
  confirm: {
    button: 'Bevestigen',
  },
  unsubscribe: {
    button: 'Afmelden',
  },
  form: {
    thanks: 'Bedankt',
  },
  signup: {
    join: 'Op de wachtlijst',
  },
  card: {
    join: '{total, plural, one {Sluit je aan bij #\u00a0ander voor {name}} other {Sluit je aan bij #\u00a0anderen voor {name}}}',
    joinList:
      '{total, plural, one {Sluit je aan bij #\u00a0ander op de wachtlijst} other {Sluit je aan bij #\u00a0anderen op de wachtlijst}}',
    first: 'Wees een van de eersten bij {name}',
    firstList: 'Wees een van de eersten op de wachtlijst',
    open: 'Kom op de wachtlijst voor {name}',
    openList: 'Kom op de wachtlijst',
    invited: '{inviter} nodigt je uit voor {name}',
    invitedList: '{inviter} nodigt je uit voor de wachtlijst',
    onList: '{total, plural, one {# persoon staat op de lijst} other {# mensen staan op de lijst}}',
    action: 'Op de wachtlijst',
  },
  mail: {
    unsubscribe: 'Afmelden',
  },
};
