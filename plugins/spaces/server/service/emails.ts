/** The mails of spaces: invitations, in the language of who sends them. */
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
