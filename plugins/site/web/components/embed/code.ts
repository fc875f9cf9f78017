/** The frame that other sites paste, and what it shows. */
import { inFrame } from '@atrium/sdk/web'

/** What can be shown in a frame; each is chosen by its name, but what there is only one of. */
export const KINDS = ['page', 'space', 'event', 'events', 'form', 'checkout', 'login'] as const
export type Kind = (typeof KINDS)[number]

/** The whole address of what a frame shows. @param path of one of that kind; null: it opens in no frame */
export function frameUrl(kind: Kind, path: string): string | null {
  const whole = new URL(path, location.origin)
  if (kind === 'form') return `${whole}?embed=1`
  // a page of the site has a document of its own
  return kind === 'page' ? `${whole}?iframe=true` : (inFrame(whole)?.href ?? null)
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** An `<iframe>`, with the script that gives it the height of what it shows; until that says it, it is as high as `height`. */
export const codeOf = ({ url, title, height }: { url: string; title: string; height: number }) =>
  `<script src="${new URL('/embed/frames.js', url)}" async></script>
<iframe src="${escaped(url)}" title="${escaped(title)}" loading="lazy" allow="clipboard-write; fullscreen; payment; publickey-credentials-get" style="width:100%;height:${height}px;border:0"></iframe>`
