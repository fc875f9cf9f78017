/** The mails of spaces: invitations, and requests to be let in; in the language of who causes them. */
import type { OwnWords } from '../../contract.ts'

interface Invitation {
  community: string
  place: string
  inviter: string
  link: string
  days: number
  /** The inviter's own words. */
  message: string
  /** The community's words, which come before ours; null where it has none. */
  own: OwnWords | null
}
const words = {
  'en-US': {
    subject: ({ place, community }: Invitation) => `You are invited to ${place} in ${community}`,
    opening: ({ inviter, place, community }: Invitation) => `${inviter} invites you to “${place}” in ${community}.`,
    button: 'Accept the invitation:',
    closing: ({ days }: Invitation) => `The link works once, and for ${days} days. If you do not know who sent it, do nothing.`,
  },
  'pt-BR': {
    subject: ({ place, community }: Invitation) => `Convite para ${place} em ${community}`,
    opening: ({ inviter, place, community }: Invitation) => `${inviter} convida você para “${place}” em ${community}.`,
    button: 'Aceitar o convite:',
    closing: ({ days }: Invitation) => `O link funciona uma vez, por ${days} dias. Se você não conhece quem enviou, não precisa fazer nada.`,
  },
}

/** Subject and text. The inviter's words are quoted, so that no address among them becomes the mail's button. */
export function composeInvitation(locale: string, letter: Invitation): { subject: string; text: string } {
  const say = words[locale === 'pt-BR' ? 'pt-BR' : 'en-US']
  const quoted = letter.message.replace(/^(?=.)/gm, '> ')
  return {
    subject: (letter.own?.subject ?? say.subject(letter)).replace(/\s+/g, ' ').slice(0, 200),
    text: [letter.own?.body, say.opening(letter), quoted, `${letter.own ? `${letter.own.button_label}:` : say.button}\n${letter.link}`, say.closing(letter)]
      .filter(Boolean)
      .join('\n\n'),
  }
}

interface Request {
  who: string
  place: string
  message: string
  link: string
}
interface Decision {
  place: string
  accepted: boolean
  link: string
}
const oneLine = (text: string) => text.replace(/\s+/g, ' ').slice(0, 200)

/** To those who can let somebody in. The asker's words are quoted, as an invitation's are. */
export function composeRequest(locale: string, { who, place, message, link }: Request): { subject: string; text: string } {
  const quoted = message.replace(/^(?=.)/gm, '> ')
  const [subject, button] =
    locale === 'pt-BR' ? [`${who} pede para entrar em ${place}`, 'Aceitar ou recusar:'] : [`${who} asks to join ${place}`, 'Accept or decline:']
  return { subject: oneLine(subject), text: [`${subject}.`, quoted, `${button}\n${link}`].filter(Boolean).join('\n\n') }
}
/** To who asked. */
export function composeDecision(locale: string, { place, accepted, link }: Decision): { subject: string; text: string } {
  if (locale === 'pt-BR')
    return accepted
      ? { subject: oneLine(`Você entrou em ${place}`), text: `Seu pedido foi aceito: agora você faz parte de “${place}”.\n\nAbrir o espaço:\n${link}` }
      : { subject: oneLine(`Seu pedido para ${place}`), text: `Seu pedido para entrar em “${place}” não foi aceito.` }
  return accepted
    ? { subject: oneLine(`You are in ${place}`), text: `Your request was accepted: you belong to “${place}” now.\n\nOpen the space:\n${link}` }
    : { subject: oneLine(`Your request for ${place}`), text: `Your request to join “${place}” was not accepted.` }
}
