import type { Messages } from './en.ts';

export const it: Messages = {
  page: {
    place: 'Il tuo posto',
  },
  status: {
    heading: 'Sei nella lista',
    place: 'Il tuo posto in fila',
    onList:
      '{total, plural, one {# persona in lista} many {# di persone in lista} other {# persone in lista}}',
    moved:
      '{places, plural, one {Hai guadagnato # posto} many {Hai guadagnato # di posti} other {Hai guadagnato # posti}}',
    perFriend:
      '{places, plural, one {Ogni amico che si iscrive ti fa guadagnare # posto.} many {Ogni amico che si iscrive ti fa guadagnare # di posti.} other {Ogni amico che si iscrive ti fa guadagnare # posti.}}',
    toFront: 'Ancora un amico e sei in testa.',
    atFront: 'Sei in testa alla fila.',
    nowAt: 'Ora sei al posto {place, number}.',
    friends:
      '{count, plural, =0 {Nessuno si è ancora iscritto grazie a te.} one {# amico si è iscritto grazie a te.} many {# di amici si sono iscritti grazie a te.} other {# amici si sono iscritti grazie a te.}}',
    rewards: 'Premi',
    missing:
      '{missing, plural, one {Ancora # per {reward}} many {Ancora # per {reward}} other {Ancora # per {reward}}}',
    takes: '{count, plural, one {# amico} many {# di amici} other {# amici}}',
    reached: 'Ottenuto',
    checking: 'In verifica',
    share: 'Invita i tuoi amici',
    link: 'Il tuo link',
    copy: 'Copia',
    copied: 'Copiato',
    shareButton: 'Condividi',
    shareOn: 'Condividi su {network}',
    shareByEmail: 'Condividi via email',
    qr: 'Codice QR',
    qrOf: 'Codice QR del tuo link',
    shareText: 'Sono nella lista d’attesa di {list}. Iscriviti anche tu!',
    leaderboard: 'Classifica',
    you: 'Tu',
    unconfirmed: 'Conferma il tuo indirizzo email',
    unconfirmedText: 'Apri il link nell’email che ti abbiamo inviato.',
    again: 'Invia di nuovo il link',
    linkSent: 'Ti abbiamo inviato un nuovo link.',
    linkRecent:
      'Ti abbiamo inviato un link poco fa. Cercalo anche nella cartella dello spam, oppure riprova tra un’ora.',
    linkNever: 'Non inviamo altri link a questo indirizzo. Il tuo posto resta tuo.',
    confirmed: 'Il tuo indirizzo email è confermato.',
    invited: 'Hai ricevuto un invito',
    invitedText: 'Il link è nel tuo invito.',
    accept: 'Accetta l’invito',
    joined: 'Ora sei dei nostri',
    expired: 'Il tuo invito è scaduto',
    declined: 'Hai rifiutato l’invito',
  },
  confirm: {
    button: 'Conferma',
  },
  unsubscribe: {
    button: 'Annulla l’iscrizione',
  },
  form: {
    thanks: 'Grazie',
  },
  signup: {
    join: 'Entra nella lista d’attesa',
  },
  card: {
    join: '{total, plural, one {Unisciti a #\u00a0persona che aspetta {name}} many {Unisciti a #\u00a0di persone che aspettano {name}} other {Unisciti a #\u00a0persone che aspettano {name}}}',
    joinList:
      '{total, plural, one {Unisciti a #\u00a0persona in lista d’attesa} many {Unisciti a #\u00a0di persone in lista d’attesa} other {Unisciti a #\u00a0persone in lista d’attesa}}',
    first: 'Scopri {name} prima degli altri',
    firstList: 'Entra in lista prima degli altri',
    open: 'Unisciti alla lista d’attesa di {name}',
    openList: 'Unisciti alla lista d’attesa',
    invited: '{inviter} ti invita a scoprire {name}',
    invitedList: '{inviter} ti invita nella lista d’attesa',
    onList:
      '{total, plural, one {# persona è in lista} many {# di persone sono in lista} other {# persone sono in lista}}',
    action: 'Entra nella lista d’attesa',
  },
  mail: {
    unsubscribe: 'Annulla l’iscrizione',
  },
};
