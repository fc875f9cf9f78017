/** The window: a head with the way back, what is open, and its tabs below. */
import { cx, Icon, useSession, useT, useWrite } from '@atrium/sdk/web'
import { type ReactNode, useEffect } from 'react'
import contract from '../../contract.ts'
import { ArticleView } from './ArticleView.tsx'
import { Articles, News, SpaceArticles } from './Articles.tsx'
import { Found } from './Found.tsx'
import { Head } from './Head.tsx'
import { Home } from './Home.tsx'
import { type Help, HelpProvider, type Place, type Tab, TABS, usePlaces } from './places.ts'
import { Talk } from './Talk.tsx'
import { Talks } from './Talks.tsx'
import { useHome } from './useHome.ts'
import { Write } from './Write.tsx'

const { routes } = contract
const ICONS: Record<Tab, string> = { home: 'house', messages: 'message-circle', articles: 'book-open', news: 'megaphone' }

function Body({ place }: { place: Place }): ReactNode {
  switch (place.at) {
    case 'home':
      return <Home />
    case 'messages':
      return <Talks />
    case 'articles':
      return <Articles />
    case 'news':
      return <News />
    case 'article':
      return <ArticleView id={place.id} />
    case 'space':
      return <SpaceArticles id={place.id} />
    case 'search':
      return <Found key={place.text} text={place.text} />
    case 'talk':
      return <Talk key={place.id} id={place.id} />
    case 'write':
      return <Write way={place.way} text={place.text ?? ''} />
  }
}
function useTitle(place: Place): string {
  const t = useT()
  if (place.at === 'space') return place.name
  if (place.at === 'write') return t(`write.${place.way}`)
  return t(`title.${place.at}`)
}

/** A conversation tells more in its head, and draws its own. */
const WITH_OWN_HEAD = new Set<Place['at']>(['home', 'talk'])

function Bar({ help, unread }: { help: Help; unread: number }) {
  const t = useT()
  return (
    <nav aria-label={t('window.parts')} className="grid flex-none grid-cols-4 border-t pb-[env(safe-area-inset-bottom)]">
      {TABS.map((tab) => (
        <button
          key={tab}
          type="button"
          aria-current={help.tab === tab ? 'page' : undefined}
          onClick={() => help.go({ at: tab })}
          className={cx(
            'relative grid min-h-14 place-items-center content-center gap-0.5 text-12 font-medium',
            help.tab === tab ? 'text-link' : 'text-text-3 hover:text-text',
          )}
        >
          <Icon name={ICONS[tab]} size="sm" />
          {t(`tab.${tab}`)}
          {tab === 'messages' && unread > 0 && (
            <span className="absolute start-[calc(50%+6px)] top-1.5 min-w-4 rounded-full bg-danger-solid px-1 text-center text-12 leading-4 text-on-solid">
              <span aria-hidden="true">{unread}</span>
              <span className="sr-only">{t('window.unread', { count: unread })}</span>
            </span>
          )}
        </button>
      ))}
    </nav>
  )
}

interface HelpWindowProps {
  /** Where it opens. */
  first?: Place
  onClose: (() => void) | null
  className?: string
}
export function HelpWindow({ first = { at: 'home' }, onClose, className }: HelpWindowProps) {
  const help = usePlaces(first, onClose)
  const title = useTitle(help.place)
  const { data: home } = useHome()
  const { member } = useSession()
  const seen = useWrite(routes.completeOnboarding, { invalidates: [routes.home] })
  const isNew = member && home?.has_seen_onboarding === false
  const { mutate } = seen
  useEffect(() => {
    if (isNew) mutate()
  }, [isNew, mutate])
  return (
    <HelpProvider value={help}>
      <div className={cx('flex min-h-0 flex-col bg-surface text-text', className)}>
        {!WITH_OWN_HEAD.has(help.place.at) && <Head title={title} />}
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
          <Body place={help.place} />
        </div>
        {!help.back && <Bar help={help} unread={home?.unread_count ?? 0} />}
      </div>
    </HelpProvider>
  )
}
