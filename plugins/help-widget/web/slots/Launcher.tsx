/** The help button of the community, and its window. */
import { Icon, useLocation, useNavigate, useSearch, useSession, useStored, useT } from '@atrium/sdk/web'
import { lazy, Suspense, useEffect, useRef } from 'react'
import type { Place } from '../components/places.ts'
import { useHome } from '../components/useHome.ts'

const Panel = lazy(async () => ({ default: (await import('../components/Panel.tsx')).Panel }))
/** Where the foot of the screen is for something else (specification, section 2). */
const HIDDEN = [
  ...[/^\/messages(\/new)?$/, /^\/live(\/|$)/, /^\/workflows\/(edit|new|view)/, /^\/discover(\/|$)/, /^\/help$/],
  ...[/^\/settings\/branded_apps_builder_ui/, /^\/settings\/pages\/.*edit/, /^\/settings\/ai-inbox/, /^\/messages\//],
]

export default function Launcher() {
  const { viewOnly } = useSession()
  const path = useLocation()
  if (viewOnly || HIDDEN.some((hidden) => hidden.test(path))) return null
  return <Button />
}

function Button() {
  const t = useT()
  const path = useLocation()
  const navigate = useNavigate()
  const wanted = Number(useSearch().get('conversation')) || null
  const [isOpen, setOpen] = useStored('help-widget:open', false)
  const { data: home } = useHome()
  const button = useRef<HTMLButtonElement>(null)
  // an email leads to its conversation
  useEffect(() => {
    if (wanted) setOpen(true)
  }, [wanted, setOpen])
  if (!home?.in_community) return null
  const first: Place = wanted ? { at: 'talk', id: wanted } : { at: 'home' }
  const close = () => {
    setOpen(false)
    if (wanted) navigate(path, { replace: true })
    button.current?.focus()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-label={isOpen ? t('launcher.close') : home.unread_count > 0 ? t('launcher.open_unread', { count: home.unread_count }) : t('launcher.open')}
        onClick={() => (isOpen ? close() : setOpen(true))}
        data-launcher=""
        // a bar at the foot has its place to itself
        className="fixed end-5 bottom-[calc(20px+var(--bottom-h,0px))] [html:has([data-foot])_&]:hidden z-30 grid size-14 place-items-center rounded-full bg-brand text-on-brand shadow-float hover:bg-brand-hover max-desk:size-12"
      >
        <Icon name={isOpen ? 'chevron-down' : 'life-buoy'} />
        {!isOpen && home.unread_count > 0 && (
          <span className="absolute -end-0.5 -top-0.5 min-w-5 rounded-full bg-danger-solid px-1 text-12 leading-5 text-on-solid">{home.unread_count}</span>
        )}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <Panel key={wanted} first={first} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
