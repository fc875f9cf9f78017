/** The feed on the home page: posts of all spaces one sees, on wish those of one's own, or what is unread there. */
import { LinkButton, Segment, useRead, useReadPages, useSession, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import { Feed } from '../components/Feed.tsx'
import { type Sort, SortMenu } from '../components/SortMenu.tsx'
import { useFresh } from '../components/useFresh.ts'
import spaces from '../../../spaces/contract.ts'
import contract from '../../contract.ts'
import { NewSpace } from '../components/NewSpace.tsx'

const SCOPES = ['all', 'following', 'unread'] as const

export default function HomeFeed() {
  const t = useT()
  const { member, can } = useSession()
  const [scope, setScope] = useState<(typeof SCOPES)[number]>('all')
  const [sort, setSort] = useState<Sort>('latest')
  const query = useReadPages(contract.routes.home, { query: { sort, ...(scope === 'all' ? {} : { [scope]: true }) } })
  const { fresh, show } = useFresh()
  const isEmpty = query.data?.pages[0]?.records.length === 0
  const list = useRead(spaces.routes.list, { query: { include_sidebar: true } }, { enabled: isEmpty && can('spaces.manage') })
  const first = list.data?.records.length === 0
  return (
    <section aria-label={t('feed.label')}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        {member ? (
          <Segment label={t('feed.scope')} value={scope} onChange={setScope} items={SCOPES.map((value) => ({ value, label: t(`feed.${value}`) }))} />
        ) : (
          <h2 className="text-17 leading-7">{t('feed.label')}</h2>
        )}
        <SortMenu value={sort} onChange={setSort} />
      </div>
      <Feed
        query={query}
        fresh={fresh}
        onShowFresh={show}
        empty={{
          title: t(`empty.${scope}_title`),
          text: t(first ? 'empty.first_text' : `empty.${scope}_text`),
          action: first ? <NewSpace /> : scope === 'following' && <LinkButton to="/space_groups">{t('empty.following_action')}</LinkButton>,
        }}
      />
    </section>
  )
}
