/** `/help`: the window alone, as a page and in the frame of another site. */
import { isFramed, Screen, useSearch, useT } from '@atrium/sdk/web'
import { useEffect, useState } from 'react'
import { HelpWindow } from '../components/HelpWindow.tsx'
import type { Place } from '../components/places.ts'
import { useHome } from '../components/useHome.ts'
import { type Seen, useVisit } from '../components/useVisit.ts'

/** What the site round the frame tells: only the window that shows this page is heard. */
function useSite(): Seen {
  const [seen, setSeen] = useState<Seen>({})
  useEffect(() => {
    if (!isFramed() || window.parent === window) return
    const hear = ({ source, data }: MessageEvent) => {
      if (source !== window.parent || data?.from !== 'atrium-help-site') return
      const { identity, page } = data
      setSeen({
        identity: typeof identity === 'string' ? identity.slice(0, 4_000) : undefined,
        page: typeof page?.path === 'string' ? { title: String(page.title ?? ''), path: page.path } : undefined,
      })
    }
    const press = (event: KeyboardEvent) => event.key === 'Escape' && tell({ type: 'close' })
    addEventListener('message', hear)
    addEventListener('keydown', press)
    tell({ type: 'ready' })
    return () => {
      removeEventListener('message', hear)
      removeEventListener('keydown', press)
    }
  }, [])
  return seen
}
// what is told is no secret: that it is ready, that it closes, how much is unread, and whether anything was asked
const tell = (what: object) => window.parent.postMessage({ from: 'atrium-help', ...what }, '*')

export default function Help() {
  const t = useT()
  const search = useSearch()
  const talk = Number(search.get('conversation')) || null
  const article = Number(search.get('article')) || null
  const first: Place = talk ? { at: 'talk', id: talk } : article ? { at: 'article', id: article } : { at: 'home' }
  useVisit(useSite())
  const framed = isFramed() && window.parent !== window
  const { data: home } = useHome()
  const unread = home?.unread_count
  const hasAsked = home ? home.latest !== null : undefined
  useEffect(() => {
    if (framed && hasAsked !== undefined) tell({ type: 'news', unread, hasAsked })
  }, [framed, unread, hasAsked])
  return (
    <Screen name="help-widget/Help" title={t('title.help')} {...(framed ? { layout: 'focus' } : { fill: true })}>
      <HelpWindow
        first={first}
        onClose={framed ? () => tell({ type: 'close' }) : null}
        className={
          framed
            ? 'h-dvh'
            : 'mx-auto h-[calc(100dvh-var(--header-h)-48px)] w-full max-w-[480px] overflow-clip rounded-card border max-desk:h-[calc(100dvh-var(--header-h))] max-desk:rounded-none max-desk:border-0'
        }
      />
    </Screen>
  )
}
