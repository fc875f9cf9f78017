/** Where a link of a page may lead. */
import { isWebAddress } from '@atrium/sdk'

/** `/members`, `#prices`, `https://…`, `mailto:…` or `tel:…`: nothing that runs, and no path that browsers take for another host. */
export const isLink = (text: string): boolean =>
  text.length <= 2_000 &&
  (/^\/(?![/\\])[^\s\\]*$/.test(text) ||
    /^#[\w-]{1,80}$/.test(text) ||
    /^mailto:[^\s<>"'&;]+@[^\s<>"';]+$/i.test(text) ||
    /^tel:\+?[\d ().-]{2,30}$/i.test(text) ||
    // without its beginning a browser takes it for a path of ours
    (/^https?:/i.test(text) && isWebAddress(text)))
export const hrefOf = (link: unknown): string | null => (typeof link === 'string' && isLink(link.trim()) ? link.trim() : null)
