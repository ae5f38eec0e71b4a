import type { Messages } from './en.ts';

export const pl: Messages = {
  page: {
    place: 'Twoje miejsce',
  },
  status: {
    heading: 'Jesteś na liście',
    place: 'Twoje miejsce w kolejce',
    onList:
      '{total, plural, one {# osoba na liście} few {# osoby na liście} many {# osób na liście} other {# osoby na liście}}',
    moved: 'Awans o {places, plural, one {# miejsce} few {# miejsca} many {# miejsc} other {# miejsca}}',
    perFriend:
      'Każda osoba zapisana dzięki Tobie to awans o {places, plural, one {# miejsce} few {# miejsca} many {# miejsc} other {# miejsca}}.',
    toFront: 'Jeszcze jedna osoba i jesteś na początku kolejki.',
    atFront: 'Jesteś na początku kolejki.',
    nowAt: 'Twoje miejsce to teraz {place, number}.',
    friends:
      '{count, plural, =0 {Nikt się jeszcze nie zapisał dzięki Tobie.} one {# osoba zapisała się dzięki Tobie.} few {# osoby zapisały się dzięki Tobie.} many {# osób zapisało się dzięki Tobie.} other {# osoby zapisało się dzięki Tobie.}}',
    rewards: 'Nagrody',
    missing:
      '{missing, plural, one {Jeszcze # do nagrody {reward}} few {Jeszcze # do nagrody {reward}} many {Jeszcze # do nagrody {reward}} other {Jeszcze # do nagrody {reward}}}',
    takes: '{count, plural, one {# osoba} few {# osoby} many {# osób} other {# osoby}}',
    reached: 'Zdobyta',
    checking: 'W trakcie sprawdzania',
    share: 'Zaproś znajomych',
    link: 'Twój link',
    copy: 'Kopiuj',
    copied: 'Skopiowano',
    shareButton: 'Udostępnij',
    shareOn: 'Udostępnij: {network}',
    shareByEmail: 'Udostępnij e-mailem',
    qr: 'Kod QR',
    qrOf: 'Kod QR Twojego linku',
    shareText: 'Czekam na {list}. Zapisz się na listę razem ze mną!',
    leaderboard: 'Ranking',
    you: 'Ty',
    unconfirmed: 'Potwierdź swój adres e-mail',
    unconfirmedText: 'Otwórz link z wiadomości, którą wysłaliśmy.',
    again: 'Wyślij link ponownie',
    linkSent: 'Wysłaliśmy nowy link.',
    linkRecent:
      'Link został wysłany niedawno. Sprawdź także folder ze spamem albo spróbuj ponownie za godzinę.',
    linkNever: 'Na ten adres nie wysyłamy już linków. Twoje miejsce pozostaje zachowane.',
    confirmed: 'Twój adres e-mail jest potwierdzony.',
    invited: 'Masz zaproszenie',
    invitedText: 'Link znajduje się w zaproszeniu.',
    accept: 'Przyjmij zaproszenie',
    joined: 'Jesteś z nami',
    expired: 'Twoje zaproszenie wygasło',
    declined: 'Zaproszenie zostało odrzucone',
  },
  confirm: {
    button: 'Potwierdź',
  },
  unsubscribe: {
    button: 'Wypisz się',
  },
  form: {
    thanks: 'Dziękujemy',
  },
  signup: {
    join: 'Dołącz do listy oczekujących',
  },
  card: {
    join: '{total, plural, one {#\u00a0osoba czeka już na {name}} few {#\u00a0osoby czekają już na {name}} many {#\u00a0osób czeka już na {name}} other {#\u00a0osoby czeka już na {name}}}',
    joinList:
      '{total, plural, one {#\u00a0osoba jest już na liście oczekujących} few {#\u00a0osoby są już na liście oczekujących} many {#\u00a0osób jest już na liście oczekujących} other {#\u00a0osoby jest już na liście oczekujących}}',
    first: 'Poznaj {name} przed innymi',
    firstList: 'Dołącz do listy przed innymi',
    open: 'Dołącz do listy oczekujących na {name}',
    openList: 'Dołącz do listy oczekujących',
    invited: '{inviter} zaprasza Cię na listę {name}',
    invitedList: '{inviter} zaprasza Cię na listę oczekujących',
    onList:
      '{total, plural, one {# osoba jest na liście} few {# osoby są na liście} many {# osób jest na liście} other {# osoby jest na liście}}',
    action: 'Dołącz do listy oczekujących',
  },
  mail: {
    unsubscribe: 'Wypisz się',
  },
};
