/** The first page. It owns the frame and the banner; the rest stands in slots. */
import { EmptyState, LinkButton, Screen, Slot, Tabs, useLocation, useNavigate, useRead, useSession, useSlotFilled, useT } from '@atrium/sdk/web'
import { useEffect } from 'react'
import spaces from '../../../spaces/contract.ts'
import contract, { type Tab, TABS } from '../../contract.ts'
import { Activities } from '../components/Activities.tsx'
import { Banner } from '../components/Banner.tsx'
import { Featured } from '../components/Featured.tsx'
import { SpaceCards } from '../components/SpaceCards.tsx'

const addressOf = (tab: Tab) => `/home/home_page/${tab}`

export default function Home() {
  const { community } = useSession()
  const path = useLocation()
  const tab = TABS.find((key) => path === addressOf(key))
  return tab || community.settings.home_page_enabled !== false ? <Page tab={tab} /> : <FirstSpace />
}

/** Where there is no home page, the first space that one sees is the first page. */
function FirstSpace() {
  const { community } = useSession()
  const navigate = useNavigate()
  const { data } = useRead(spaces.routes.list, { query: { include_sidebar: true } })
  const first = data?.records.find((space) => !space.hide_from_sidebar)
  useEffect(() => {
    if (first) navigate(`/c/${first.slug}`, { replace: true })
  }, [first, navigate])
  if (data && !first) return <Page />
  return (
    <Screen name="home/Home" title={community.name}>
      {null}
    </Screen>
  )
}

function Page({ tab }: { tab?: Tab }) {
  const t = useT()
  const { account, community, member } = useSession()
  const { data } = useRead(contract.routes.show)
  const tabs = data?.tabs ?? TABS
  const current = tab ?? 'posts'
  return (
    <Screen name="home/Home" title={tab ? t(`tab.${current}`) : community.name} aside={<Slot of={contract.slots['home.aside']} />}>
      <h1 className="sr-only">{community.name}</h1>
      <div className="grid grid-cols-1 gap-4">
        {tab ? (
          <Tabs current={current} items={tabs.map((key) => ({ key, label: t(`tab.${key}`), to: addressOf(key) }))} />
        ) : (
          !account && <Slot of={contract.slots['home.visitors']} />
        )}
        {(!tab || current === 'banners') && <Banner always={current === 'banners'} />}
        {!tab && member && <Slot of={contract.slots['home.strip']} />}
        {!tab && !account && <Slot of={contract.slots['home.offered']} />}
        {!tab && <Featured />}
        {current === 'posts' && (
          <>
            <Slot of={contract.slots['home.composer']} fallback={<div className="h-13" />} />
            <Slot of={contract.slots['home.feed']} />
            <Nothing />
          </>
        )}
        {current === 'events' && (
          <Slot of={contract.slots['home.events']} fallback={<EmptyState icon="calendar" title={t('events.none_title')} text={t('events.none_text')} />} />
        )}
        {current === 'spaces' && <SpaceCards />}
        {current === 'member_activities' && <Activities />}
      </div>
    </Screen>
  )
}

function Nothing() {
  const t = useT()
  const { isAdmin } = useSession()
  if (useSlotFilled(contract.slots['home.feed'])) return null
  return (
    <EmptyState
      icon="house"
      title={t('empty.title')}
      text={t('empty.text')}
      action={
        isAdmin ? (
          <LinkButton variant="primary" to="/settings/plugins">
            {t('empty.plugins')}
          </LinkButton>
        ) : undefined
      }
    />
  )
}
