/** `/settings/ai-agents/quality`: what was asked day by day, whether it helped, and questions that are asked again and again as a test. */
import { AdminPage, Card, CardHead, EmptyState, Query, Segment, Select, Skeleton, useLocale, useRead, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract from '../../contract.ts'
import { DayBars } from '../components/DayBars.tsx'
import { Rated } from '../components/quality/Rated.tsx'
import { Tests } from '../components/quality/Tests.tsx'

const { routes } = contract
const DAYS = ['7', '30', '90'] as const
const SERIES = [
  { key: 'answered', colour: 'var(--chart-1)' },
  { key: 'handed_over', colour: 'var(--chart-2)' },
  { key: 'unanswered', colour: 'var(--chart-6)' },
] as const

export default function Quality() {
  const t = useT()
  const locale = useLocale()
  const [agent, setAgent] = useState('')
  const [days, setDays] = useState<(typeof DAYS)[number]>('30')
  const agents = useRead(routes.profiles)
  const query = useRead(routes.quality, { query: { days: Number(days), ...(agent && { agent_id: Number(agent) }) } }, { keepPrevious: true })
  const tested = agent ? Number(agent) : agents.data?.records[0]?.id
  const percent = new Intl.NumberFormat(locale, { style: 'percent' })
  return (
    <AdminPage wide name="ai/Quality" title={t('admin.quality')} text={t('quality.text')} who="ai.manage">
      <div className="grid gap-6">
        <div className="flex flex-wrap items-center gap-3">
          <Select
            aria-label={t('quality.agent')}
            className="w-56"
            value={agent}
            options={[{ value: '', label: t('quality.all') }, ...(agents.data?.records ?? []).map(({ id, name }) => ({ value: String(id), label: name }))]}
            onChange={(event) => setAgent(event.target.value)}
          />
          <Segment
            label={t('quality.period')}
            value={days}
            items={DAYS.map((value) => ({ value, label: t('quality.days', { count: Number(value) }) }))}
            onChange={setDays}
          />
        </div>
        <Query query={query} skeleton={<Skeleton w="100%" h={260} />}>
          {(figures) => {
            const sum = (key: (typeof SERIES)[number]['key']) => figures.days.reduce((all, day) => all + day[key], 0)
            const asked = SERIES.reduce((all, { key }) => all + sum(key), 0)
            const rated = figures.liked + figures.disliked
            return (
              <div className="grid gap-4 wide:grid-cols-[minmax(0,1fr)_280px]">
                <Card as="section" aria-label={t('quality.a_day')}>
                  <CardHead title={t('quality.a_day')} />
                  <div className="p-4 desk:p-5">
                    {asked === 0 ? (
                      <EmptyState icon="chart-column" title={t('quality.none')} className="py-8" />
                    ) : (
                      <DayBars
                        label={t('quality.a_day')}
                        days={figures.days.map((day) => ({ day: day.day, values: SERIES.map(({ key }) => day[key]) }))}
                        series={SERIES.map(({ key, colour }) => ({ name: t(`plot.${key}`), colour }))}
                      />
                    )}
                  </div>
                </Card>
                <Card as="section" aria-label={t('quality.figures')} pad>
                  <dl className="grid gap-4 max-wide:grid-cols-3 max-desk:grid-cols-1">
                    <Figure name={t('quality.questions')} value={asked.toLocaleString(locale)} />
                    <Figure name={t('quality.answered')} value={asked ? percent.format(sum('answered') / asked) : '–'} />
                    <Figure
                      name={t('quality.liked')}
                      value={rated ? percent.format(figures.liked / rated) : '–'}
                      text={t('quality.ratings', { liked: figures.liked, disliked: figures.disliked })}
                    />
                  </dl>
                </Card>
              </div>
            )
          }}
        </Query>
        {tested !== undefined && <Tests key={tested} agentId={tested} />}
        <Rated />
      </div>
    </AdminPage>
  )
}
const Figure = ({ name, value, text }: { name: string; value: string; text?: string }) => (
  <div>
    <dt className="text-13 text-text-3">{name}</dt>
    <dd className="text-24 font-semibold tabular-nums">{value}</dd>
    {text && <dd className="text-13 text-text-3">{text}</dd>}
  </div>
)
