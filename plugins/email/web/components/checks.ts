/** What is looked at before an email is sent: what it must have, and what it should. */
import type { Sender } from '../../contract.ts'
import { linesOf } from './address.ts'
import { imagesOf, isWritten, linksOf, unknownVariables } from './blocks.ts'
import { isAhead, type When } from './Timing.tsx'
import type { Written } from './written.ts'

export interface Check {
  key: 'subject' | 'content' | 'variables' | 'images' | 'alt' | 'links' | 'address' | 'audience' | 'when' | 'server' | 'test'
  isOk: boolean
  /** Without it it cannot be sent. */
  isNeeded: boolean
  count?: number
  words?: string
}
interface Known {
  sender: Sender | undefined
  /** Readers; undefined while they are counted. */
  count: number | undefined
  when: When
  testedAt: string | null
  savedAt: string
}
export function checksOf(written: Written, { sender, count, when, testedAt, savedAt }: Known): Check[] {
  const images = imagesOf(written.blocks)
  const undescribed = images.filter(({ image, alt }) => image !== null && alt.trim() === '').length
  const links = linksOf(written.blocks)
  const unknown = unknownVariables(written.subject, written.experiment?.subject ?? '', JSON.stringify(written.blocks))
  const all: (Check | false)[] = [
    { key: 'subject', isOk: written.subject.trim() !== '', isNeeded: true },
    { key: 'content', isOk: isWritten(written.blocks), isNeeded: true },
    unknown.length > 0 && { key: 'variables', isOk: false, isNeeded: true, words: unknown.join(', ') },
    images.some(({ image }) => image === null) && { key: 'images', isOk: false, isNeeded: true },
    images.length > 0 && { key: 'alt', isOk: undescribed === 0, isNeeded: false, count: undescribed },
    { key: 'links', isOk: !links.some((href) => /^http:/i.test(href) && !href.startsWith(location.origin)), isNeeded: false, count: links.length },
    { key: 'address', isOk: sender !== undefined && linesOf(sender.footer_html) !== '', isNeeded: true },
    { key: 'audience', isOk: count !== undefined && count > 0, isNeeded: true, count: count ?? 0 },
    { key: 'when', isOk: isAhead(when), isNeeded: true },
    { key: 'server', isOk: sender?.has_mail_server ?? false, isNeeded: true },
    { key: 'test', isOk: testedAt !== null && testedAt >= savedAt, isNeeded: false },
  ]
  return all.filter((check) => check !== false)
}
