/** The page round sign-in, sign-up and the like: a form on the left, the community's colour on the right. */
import type { ReactNode } from 'react'
import {
  Avatar,
  isFramed,
  LinkButton,
  Note,
  outOfFrame,
  Screen,
  sessionsKept,
  Slot,
  useLocation,
  useSearch,
  useSession,
  useSlotFilled,
  useT,
} from '@atrium/sdk/web'
import shell from '@atrium/sdk/kernel/shell'

interface EntryPageProps {
  /** Screen name, `auth/SignIn`. */
  name: string
  title: string
  text?: ReactNode
  children: ReactNode
  foot?: ReactNode
  /** For who decides whether to join: what the community is stands beside the form. */
  about?: boolean
}

export function EntryPage({ name, title, text, children, foot, about = false }: EntryPageProps) {
  const { community } = useSession()
  const framed = isFramed()
  return (
    <Screen name={name} title={title} layout="focus">
      <div className={framed ? 'grid' : 'grid min-h-[calc(100dvh-var(--banners-h,0px))] grid-cols-1 desk:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]'}>
        <main id="main" tabIndex={-1} className="grid content-center justify-items-center px-6 py-10 outline-none">
          <div className="grid w-full max-w-[368px] gap-6">
            <header className="grid gap-3">
              <CommunityMark size={48} />
              <div>
                <h1 className="mt-2 text-24">{title}</h1>
                {text && <p className="text-text-2">{text}</p>}
              </div>
            </header>
            {sessionsKept() ? children : <InTab />}
            {foot && <div className="text-center text-13 text-text-2">{foot}</div>}
          </div>
        </main>
        {!framed && <EntryArt name={community.name} about={about} />}
      </div>
    </Screen>
  )
}

/** In a frame of another site where the browser keeps no session: this page as a tab of its own. */
function InTab() {
  const t = useT()
  const path = useLocation()
  const search = useSearch()
  return (
    <>
      <Note>{t('entry.inTab')}</Note>
      <LinkButton variant="primary" size="lg" block icon="external-link" target="_blank" rel="noopener" to={outOfFrame(`${path}?${search}`)}>
        {t('entry.inTab_action')}
      </LinkButton>
    </>
  )
}

/** The community's icon, or its initials on a square. */
export function CommunityMark({ size }: { size: 24 | 28 | 32 | 40 | 48 }) {
  const { community } = useSession()
  return <Avatar square name={community.name} id={community.id} src={community.branding.icon_url ?? undefined} size={size} />
}

const RINGS = [64, 118, 180, 250, 328, 414, 508]

function EntryArt({ name, about }: { name: string; about: boolean }) {
  const isTold = useSlotFilled(shell.slots['entry.about']) && about
  return (
    <div aria-hidden={isTold ? undefined : true} className="relative m-3 ms-0 hidden overflow-hidden rounded-sheet bg-brand text-on-brand desk:block">
      <svg
        viewBox="0 0 800 1000"
        preserveAspectRatio="xMidYMid slice"
        aria-hidden="true"
        className="absolute inset-0 size-full"
        fill="none"
        stroke="currentColor"
      >
        {RINGS.map((radius, index) => (
          <ellipse key={radius} cx="560" cy="330" rx={radius} ry={radius * 0.62} strokeWidth={1.5} opacity={0.34 - index * 0.04} />
        ))}
      </svg>
      <div className="absolute inset-0 bg-linear-to-b from-transparent from-35% to-black/45" />
      {isTold ? <Slot of={shell.slots['entry.about']} /> : <p className="absolute bottom-9 start-10 end-10 text-32 font-semibold text-white">{name}</p>}
    </div>
  )
}
