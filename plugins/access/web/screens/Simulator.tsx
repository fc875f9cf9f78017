/** Why does she see this? A person, a role or a visitor, and a place: line by line what they may do there and why; of a person also all that they reach. */
import { AdminPage, Card, CardHead, Combobox, type ComboboxOption, cx, EmptyState, Field, Icon, Input, Query, Segment, Select } from '@atrium/sdk/web'
import { SkeletonText, Tabs, useBoot, useNavigate, useRead, useReadPages, useSearch, useSettled, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import members from '../../../members/contract.ts'
import contract, { type Simulation } from '../../contract.ts'
import { findMembers } from '../components/members.ts'
import { PersonTree } from '../components/PersonTree.tsx'
import { screenAt } from '../components/screenAt.ts'
import { Why } from '../components/Why.tsx'

const WHO = ['member', 'role', 'visitor'] as const
type Who = (typeof WHO)[number]

export default function Simulator() {
  const t = useT()
  const search = useSearch()
  const navigate = useNavigate()
  const [path, setPath] = useState(search.get('path') ?? '')
  const who = WHO.find((one) => one === search.get('who')) ?? 'member'
  const memberId = Number(search.get('member')) || null
  const role = search.get('role') ?? 'member'
  const tab = search.get('tab') === 'place' || who !== 'member' ? 'place' : 'all'
  const profile = useRead(members.routes.profile, memberId ? { params: { id: String(memberId) } } : undefined)
  const go = (changes: Record<string, string | null>) => {
    const next = new URLSearchParams(search)
    for (const [key, value] of Object.entries(changes)) {
      if (value) next.set(key, value)
      else next.delete(key)
    }
    navigate(`/settings/access?${next}`, { replace: true })
  }
  const person: ComboboxOption | null = memberId
    ? {
        value: String(memberId),
        label: profile.data?.name ?? '…',
        avatar: { id: memberId, name: profile.data?.name ?? '', src: profile.data?.avatar_url },
      }
    : null
  const known = who !== 'member' || memberId !== null
  return (
    <AdminPage name="access/Simulator" title={t('sim.title')} text={t('sim.text')} who="access.manage" wide>
      <Card className="mb-4">
        <div className="flex flex-wrap items-center gap-3 p-4 desk:px-5">
          <Segment
            label={t('sim.who')}
            value={who}
            onChange={(next: Who) => go({ who: next })}
            items={WHO.map((value) => ({ value, label: t(`sim.who.${value}`) }))}
          />
          {who === 'member' && (
            <Field label={t('sim.person')} hideLabel className="min-w-60 flex-1">
              <Combobox
                load={findMembers}
                value={person}
                onChange={(chosen) => go({ member: chosen?.value ?? null })}
                label={t('sim.person')}
                placeholder={t('sim.person')}
              />
            </Field>
          )}
          {who === 'role' && <RoleSelect value={role} onChange={(next) => go({ role: next })} />}
        </div>
      </Card>
      {!known ? (
        <EmptyState icon="circle-help" title={t('sim.choose')} text={t('sim.chooseText')} />
      ) : (
        <>
          {who === 'member' && (
            <Tabs
              className="mb-4"
              label={t('sim.title')}
              current={tab}
              items={[
                { key: 'all', label: t('sim.all'), onSelect: () => go({ tab: null }) },
                { key: 'place', label: t('sim.place'), onSelect: () => go({ tab: 'place' }) },
              ]}
            />
          )}
          {tab === 'all' ? <PersonTree memberId={memberId!} /> : <InPlace who={who} memberId={memberId} role={role} path={path} onPath={setPath} />}
        </>
      )}
    </AdminPage>
  )
}

function RoleSelect({ value, onChange }: { value: string; onChange: (role: string) => void }) {
  const t = useT()
  const query = useRead(contract.routes.spaceRoles, { query: { per_page: 1 } })
  const options = [{ value: 'member', label: t('sim.role.member') }, ...(query.data?.roles ?? []).map(({ key, name }) => ({ value: key, label: name }))]
  return (
    <Field label={t('sim.role')} hideLabel className="min-w-52">
      <Select aria-label={t('sim.role')} value={value} onChange={(event) => onChange(event.target.value)} options={options} />
    </Field>
  )
}

interface InPlaceProps {
  who: Who
  memberId: number | null
  role: string
  path: string
  onPath: (path: string) => void
}
function InPlace({ who, memberId, role, path, onPath }: InPlaceProps) {
  const t = useT()
  const boot = useBoot()
  const spaces = useReadPages(contract.routes.spaces, { query: { per_page: 100 } })
  // pasted whole, an address has its host before it
  const asked = useSettled(
    path
      .trim()
      .replace(/^https?:\/\/[^/]+/, '')
      .replace(/[?#].*$/, ''),
  )
  const screen = screenAt(boot.plugins, asked)
  const query = useRead(
    contract.routes.simulate,
    asked.startsWith('/')
      ? {
          query: {
            who,
            ...(who === 'member' ? { member_id: memberId! } : who === 'role' ? { role } : {}),
            path: asked,
            ...(screen?.kind ? { screen: screen.kind } : {}),
            ...(screen?.can ? { can: screen.can } : {}),
          },
        }
      : undefined,
    { keepPrevious: true },
  )
  const all = (spaces.data?.pages ?? []).flatMap(({ records }) => records)
  return (
    <Card as="section" aria-label={t('sim.place')}>
      <div className="grid gap-3 border-b p-4 desk:grid-cols-2 desk:px-5">
        <Field label={t('sim.space')}>
          <Select
            value={all.some(({ slug }) => path === `/c/${slug}`) ? path : ''}
            onChange={(event) => onPath(event.target.value)}
            options={[{ value: '', label: t('sim.otherPlace') }, ...all.map(({ slug, name }) => ({ value: `/c/${slug}`, label: name }))]}
          />
        </Field>
        <Field label={t('sim.path')} help={t('sim.pathHelp')}>
          <Input value={path} onChange={(event) => onPath(event.target.value)} placeholder="/c/…" />
        </Field>
      </div>
      {screen?.off && <p className="border-b px-4 py-2.5 text-13 text-warning desk:px-5">{t('sim.off', { plugin: screen.title })}</p>}
      {!asked.startsWith('/') ? (
        <EmptyState icon="map-pin" title={t('sim.choosePlace')} text={t('sim.choosePlaceText')} />
      ) : (
        <Query query={query} skeleton={<SkeletonText lines={8} className="p-5" />}>
          {(answer) => <Lines answer={answer} />}
        </Query>
      )}
    </Card>
  )
}

function Lines({ answer }: { answer: Simulation }) {
  const t = useT()
  const yes = answer.lines.filter(({ allowed }) => allowed).length
  return (
    <>
      <CardHead
        title={t('sim.count', { count: yes, total: answer.lines.length })}
        text={answer.space ? t('sim.inSpace', { who: answer.name ?? t('sim.they'), space: answer.space.name }) : undefined}
      />
      <ul className="divide-y divide-border" aria-live="polite">
        {answer.lines.map((line) => (
          <li
            key={line.key}
            className="grid grid-cols-[28px_minmax(0,1fr)] gap-x-4 gap-y-1 px-4 py-2.5 desk:grid-cols-[28px_minmax(0,240px)_minmax(0,1fr)] desk:px-5"
          >
            <span
              className={cx(
                'grid size-6 place-items-center rounded-full',
                line.allowed ? 'bg-success-soft text-success' : 'text-text-3 shadow-[inset_0_0_0_1px_var(--border-field)]',
              )}
            >
              <Icon name={line.allowed ? 'check' : 'x'} size="sm" label={t(line.allowed ? 'sim.yes' : 'sim.no')} />
            </span>
            <span className="font-medium">{line.label}</span>
            <span className="grid gap-1.5 text-13 text-text-2 max-desk:col-start-2">
              {line.why.map((sentence) => (
                <span key={sentence}>{sentence}</span>
              ))}
              {line.reasons.length > 0 && (
                <span className="flex flex-wrap gap-1">
                  {line.reasons.map((reason) => (
                    <Why key={`${reason.source} ${reason.source_id}`} reason={reason} />
                  ))}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
