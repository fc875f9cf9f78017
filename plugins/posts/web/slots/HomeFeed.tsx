/** The feed on the home page: all spaces one sees, unread or followed ones only on wish. */
import { Segment, useReadPages, useSession, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import { Feed } from '../components/Feed.tsx'
import { type Sort, SortMenu } from '../components/SortMenu.tsx'
import { useFresh } from '../components/useFresh.ts'
import contract from '../../contract.ts'

export default function HomeFeed() {
  const t = useT()
  const { member } = useSession()
  const [scope, setScope] = useState<'all' | 'following' | 'unread'>('all')
  const [sort, setSort] = useState<Sort>('latest')
  const query = useReadPages(contract.routes.home, { query: { sort, ...(scope === 'all' ? {} : { [scope]: true }) } })
  const { fresh, show } = useFresh()
  return (
    <section aria-label={t('feed.label')}>
      <div className="mb-4 flex items-center justify-between gap-2">
        {member ? (
          <Segment
            label={t('feed.scope')}
            value={scope}
            onChange={(value) => setScope(value as typeof scope)}
            items={[
              { value: 'all', label: t('feed.all') },
              { value: 'following', label: t('feed.following') },
              { value: 'unread', label: t('feed.unread') },
            ]}
          />
        ) : (
          <span />
        )}
        <SortMenu value={sort} onChange={setSort} />
      </div>
      <Feed
        query={query}
        fresh={fresh}
        onShowFresh={show}
        empty={
          scope === 'unread' ? { title: t('empty.unread_title'), text: t('empty.unread_text') } : { title: t('empty.home_title'), text: t('empty.home_text') }
        }
      />
    </section>
  )
}
