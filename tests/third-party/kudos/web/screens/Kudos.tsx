/** All kudos, the newest first, by category or one's own; and the form to give some. */
import {
  Button,
  Card,
  Dialog,
  EmptyState,
  LoadMore,
  PageHeader,
  Query,
  Screen,
  Segment,
  Select,
  SkeletonText,
  useRead,
  useReadPages,
  useSession,
  useT,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract from '../../contract.ts'
import { GiveForm } from '../components/GiveForm.tsx'
import { KudoRow } from '../components/KudoRow.tsx'
import { Ranking } from '../components/Ranking.tsx'
import { useLiveKudos } from '../components/useLiveKudos.ts'

export default function Kudos() {
  const t = useT()
  const { can } = useSession()
  const [whose, setWhose] = useState<'all' | 'mine'>('all')
  const [category, setCategory] = useState('')
  const [giving, setGiving] = useState(false)
  const options = useRead(contract.routes.options)
  const query = useReadPages(
    contract.routes.list,
    { query: { ...(whose === 'mine' ? { mine: true } : {}), ...(category ? { category } : {}) } },
    { keepPrevious: true },
  )
  useLiveKudos()
  const give = can('kudos.give') && (
    <Button variant="primary" icon="heart" onClick={() => setGiving(true)}>
      {t('give.open')}
    </Button>
  )
  return (
    <Screen name="kudos/Kudos" title={t('title')}>
      <PageHeader title={t('title')} text={t('text')} actions={give} />
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <Segment
          label={t('whose.label')}
          value={whose}
          onChange={setWhose}
          items={[
            { value: 'all', label: t('whose.all') },
            { value: 'mine', label: t('whose.mine') },
          ]}
        />
        <Select
          aria-label={t('category.label')}
          className="w-auto"
          value={category}
          onChange={(event) => setCategory(event.target.value)}
          options={[{ value: '', label: t('category.all') }, ...(options.data?.categories ?? []).map((value) => ({ value, label: value }))]}
        />
      </div>
      <div className="grid gap-5">
        <Query
          query={query}
          skeleton={<SkeletonText lines={6} />}
          isEmpty={({ pages }) => pages[0]?.records.length === 0}
          empty={<EmptyState icon="heart" title={t('empty.title')} text={t('empty.text')} action={give} />}
        >
          {({ pages }) => (
            <Card as="ul">
              {pages
                .flatMap(({ records }) => records)
                .map((kudo) => (
                  <KudoRow key={kudo.id} kudo={kudo} />
                ))}
            </Card>
          )}
        </Query>
        <LoadMore query={query} />
        <Ranking />
      </div>
      <Dialog open={giving} onOpenChange={setGiving} title={t('give.title')}>
        {giving && <GiveForm onDone={() => setGiving(false)} />}
      </Dialog>
    </Screen>
  )
}
