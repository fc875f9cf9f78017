/** Whom to look as: members by name or space, roles, a visitor; to see only, or to act. */
import {
  AdminPage,
  Avatar,
  Badge,
  Button,
  Card,
  Checkbox,
  EmptyState,
  Failure,
  Icon,
  IconButton,
  Loading,
  LoadMore,
  Note,
  RadioGroup,
  SearchField,
  Segment,
  Skeleton,
  useReadPages,
  useSettled,
  useT,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { CATEGORIES, type Entity } from '../../contract.ts'
import { type Mode, useMask } from '../components/useMask.ts'

type Category = (typeof CATEGORIES)[number]

export default function Masquerading() {
  const t = useT()
  const [category, setCategory] = useState<Category>('members')
  const [space, setSpace] = useState<Entity | null>(null)
  const [text, setText] = useState('')
  const [plain, setPlain] = useState(false)
  const [mode, setMode] = useState<Mode>('view_only')
  const query = useSettled(text.trim()) || undefined
  const ofSpace = category === 'spaces' && space !== null
  const people = category === 'members' || ofSpace
  const found = useReadPages(
    contract.routes.entities,
    {
      query: {
        query,
        category: ofSpace ? 'members' : category,
        ...(people && plain ? { members_only: true } : {}),
        ...(ofSpace ? { space_id: Number(space.id) } : {}),
      },
    },
    { keepPrevious: true },
  )
  const entities = (found.data?.pages ?? []).flatMap((page) => (page as { records: Entity[] }).records)
  const turn = (next: Category) => {
    setCategory(next)
    setSpace(null)
    setText('')
  }
  return (
    <AdminPage name="masquerading/Masquerading" title={t('admin.title')} text={t('admin.text')} who="communities.masquerade">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <RadioGroup
          cards
          label={t('mode.label')}
          value={mode}
          onChange={setMode}
          options={[
            { value: 'view_only', label: t('mode.view_only'), text: t('mode.view_only_text') },
            { value: 'full', label: t('mode.full'), text: t('mode.full_text') },
          ]}
        />
        {mode === 'full' && <Note tone="warning">{t('mode.full_note')}</Note>}
        <div className="flex flex-wrap items-center gap-3">
          <Segment
            className="max-w-full overflow-x-auto"
            label={t('category.label')}
            value={category}
            onChange={turn}
            items={CATEGORIES.map((value) => ({ value, label: t(`category.${value}`) }))}
          />
          {category !== 'visitor' && category !== 'roles' && (
            <SearchField value={text} onChange={setText} label={t('search')} placeholder={t('search')} className="min-w-48 flex-1" />
          )}
          {people && <Checkbox label={t('members_only')} checked={plain} onChange={setPlain} />}
        </div>
        {ofSpace && (
          <p className="flex items-center gap-1.5 text-13 font-medium">
            <IconButton size="sm" icon="arrow-left" label={t('spaces.back')} onClick={() => setSpace(null)} />
            {space.emoji} {space.name}
          </p>
        )}
        {found.isPending ? (
          <Loading>
            <Skeleton w="100%" h={320} />
          </Loading>
        ) : found.isError ? (
          <Failure error={found.error} onRetry={() => found.refetch()} />
        ) : entities.length === 0 ? (
          <EmptyState icon="users" title={t('none')} text={t('none_text')} />
        ) : (
          <Card>
            <ul className="divide-y divide-border">
              {entities.map((entity) => (
                <Row key={`${entity.type} ${entity.id}`} entity={entity} mode={mode} onOpen={() => setSpace(entity)} />
              ))}
            </ul>
          </Card>
        )}
        <LoadMore query={found} />
      </div>
    </AdminPage>
  )
}

function Row({ entity, mode, onOpen }: { entity: Entity; mode: Mode; onOpen: () => void }) {
  const t = useT()
  const { begin, busy } = useMask()
  const name = entity.type === 'Visitor' ? t('visitor') : entity.name
  return (
    <li className="flex items-center gap-3 px-4 py-3 desk:px-5">
      {entity.type === 'CommunityMember' ? (
        <Avatar id={entity.id!} name={entity.name} src={entity.avatar_url} size={36} />
      ) : (
        <span className="grid size-9 flex-none place-items-center rounded-control bg-hover text-17">
          {entity.emoji ?? <Icon name={entity.type === 'Space' ? 'hash' : entity.type === 'Role' ? 'shield-check' : 'globe'} />}
        </span>
      )}
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2 font-medium">
          <span className="truncate">{name}</span>
          {entity.type === 'CommunityMember' &&
            entity.roles.filter((role) => role === 'admin' || role === 'moderator').map((role) => <Badge key={role}>{t(`role.${role}`)}</Badge>)}
        </p>
        <p className="truncate text-13 text-text-3">{entity.detail ?? t(`about.${entity.type}`)}</p>
      </div>
      {entity.type === 'Space' ? (
        <Button icon="chevron-right" onClick={onOpen}>
          {t('spaces.members')}
        </Button>
      ) : (
        <Button
          icon={mode === 'full' ? 'user-check' : 'eye'}
          loading={busy}
          aria-label={t(mode === 'full' ? 'act_as_name' : 'view_as_name', { name })}
          onClick={() => void begin(entity, mode)}
        >
          {t(mode === 'full' ? 'act_as' : 'view_as')}
        </Button>
      )}
    </li>
  )
}
