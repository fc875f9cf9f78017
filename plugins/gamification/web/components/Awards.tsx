/** Points by hand in a list, newest first: give, change, take back. */
import {
  Avatar,
  Button,
  Card,
  CardHead,
  type ComboboxOption,
  cx,
  EmptyState,
  Field,
  IconButton,
  Input,
  Link,
  Menu,
  Time,
  toast,
  useConfirm,
  useFieldErrors,
  useReadPages,
  useT,
  useWrite,
  FormDialog,
  PagedTable,
  Segment as SegmentControl,
  Select,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { MAX_AWARD, type PointAward, type Settings } from '../../contract.ts'
import { MemberField } from './MemberField.tsx'

const { routes } = contract
interface Segments {
  segments: NonNullable<Settings['segments']>
}

export function Awards({ segments }: Segments) {
  const t = useT()
  const confirm = useConfirm()
  const [editing, setEditing] = useState<PointAward | 'new' | null>(null)
  const query = useReadPages(routes.awards, { query: { per_page: 50 } })
  const remove = useWrite(routes.destroyAward, { invalidates: [contract], onError: (error) => toast.error(error.message) })
  const ask = async (award: PointAward) => {
    if (await confirm({ title: t('awards.remove_title'), text: t('awards.remove_text', { name: award.name }), action: t('awards.remove'), tone: 'danger' }))
      remove.mutate({ params: { id: award.id } })
  }
  const add = (
    <Button variant="primary" icon="plus" onClick={() => setEditing('new')}>
      {t('awards.new')}
    </Button>
  )
  return (
    <Card>
      <CardHead title={t('awards.title')} text={t('awards.text')} action={add} />
      <PagedTable
        query={query}
        height={240}
        label={t('awards.title')}
        empty={<EmptyState icon="award" title={t('awards.none')} text={t('awards.none_text')} action={add} />}
        columns={[
          {
            key: 'member',
            title: t('member'),
            render: (award) => (
              <Link to={`/u/${award.public_uid}`} className="flex min-h-10 items-center gap-3 font-medium hover:underline">
                <Avatar id={award.community_member_id} name={award.name} src={award.avatar_url} size={28} />
                {award.name}
              </Link>
            ),
          },
          { key: 'reason', title: t('awards.reason'), render: (award) => award.reason },
          {
            key: 'points',
            title: t('board.points'),
            align: 'right',
            state: true,
            render: (award) => (
              <span className={cx('font-semibold tabular-nums', award.points < 0 && 'text-danger')}>
                {award.points > 0 ? '+' : ''}
                {t('number', { value: award.points })}
              </span>
            ),
          },
          { key: 'by', title: t('awards.by'), render: (award) => award.given_by?.name ?? '–' },
          { key: 'at', title: t('awards.at'), render: (award) => <Time value={award.created_at} kind="day" /> },
          {
            key: 'menu',
            title: '',
            pinned: true,
            align: 'right',
            render: (award) => (
              <Menu
                trigger={<IconButton icon="ellipsis" label={t('awards.menu', { name: award.name })} />}
                items={[
                  { label: t('edit'), icon: 'pencil', onSelect: () => setEditing(award) },
                  { label: t('awards.remove'), icon: 'trash-2', tone: 'danger', onSelect: () => void ask(award) },
                ]}
              />
            ),
          },
        ]}
      />
      {editing && <AwardForm award={editing === 'new' ? null : editing} segments={segments} onClose={() => setEditing(null)} />}
    </Card>
  )
}

function AwardForm({ award, segments, onClose }: Segments & { award: PointAward | null; onClose: () => void }) {
  const t = useT()
  const [whom, setWhom] = useState<'member' | 'segment'>('member')
  const [segment, setSegment] = useState('')
  const toSegment = !award && whom === 'segment'
  const [member, setMember] = useState<ComboboxOption | null>(null)
  const [points, setPoints] = useState(String(award?.points ?? 10))
  const [reason, setReason] = useState(award?.reason ?? '')
  const saved = (given: PointAward) => {
    const taken = -given.points
    if (given.points !== Number(points)) toast.info(t('awards.taken', { name: given.name, taken, asked: -Number(points) }))
    onClose()
  }
  const options = { invalidates: [contract], onSuccess: saved }
  const create = useWrite(routes.createAward, options)
  const update = useWrite(routes.updateAward, options)
  const many = useWrite(routes.awardSegment, {
    ...options,
    onSuccess: ({ members_count }) => {
      toast.success(t('awards.segment_done', { count: members_count }))
      onClose()
    },
  })
  const error = create.error ?? update.error ?? many.error
  const errors = useFieldErrors(error)
  const fields = { points: Number(points), reason }
  const submit = () =>
    award
      ? update.mutateAsync({ params: { id: award.id }, body: { point_award: fields } })
      : toSegment
        ? many.mutateAsync({ body: { point_award: { ...fields, segment_id: Number(segment) } } })
        : create.mutateAsync({ body: { point_award: { ...fields, community_member_id: Number(member?.value) } } })
  return (
    <FormDialog
      title={award ? t('awards.edit', { name: award.name }) : t('awards.new')}
      onClose={onClose}
      onSubmit={submit}
      error={error}
      action={t(award ? 'save' : 'awards.give')}
      pending={create.isPending || update.isPending || many.isPending}
      disabled={!award && !(toSegment ? segment : member)}
    >
      {!award && segments.length > 0 && (
        <SegmentControl
          label={t('awards.whom')}
          value={whom}
          onChange={setWhom}
          items={(['member', 'segment'] as const).map((value) => ({ value, label: t(`awards.whom.${value}`) }))}
        />
      )}
      {toSegment && (
        <Field label={t('awards.whom.segment')} help={t('awards.segment_help')} error={errors['point_award.segment_id']}>
          <Select
            value={segment}
            onChange={(event) => setSegment(event.target.value)}
            options={[
              { value: '', label: t('awards.segment_choose') },
              ...segments.map(({ id, title, count }) => ({ value: String(id), label: t('awards.segment_of', { title, count }) })),
            ]}
          />
        </Field>
      )}
      {!award && !toSegment && <MemberField value={member} onChange={setMember} error={errors['point_award.community_member_id']} />}
      <Field label={t('board.points')} help={t('awards.points_help')} error={errors['point_award.points']}>
        <Input type="number" min={-MAX_AWARD} max={MAX_AWARD} value={points} onChange={(event) => setPoints(event.target.value)} />
      </Field>
      <Field label={t('awards.reason')} error={errors['point_award.reason']}>
        <Input value={reason} maxLength={300} onChange={(event) => setReason(event.target.value)} placeholder={t('awards.reason_hint')} />
      </Field>
    </FormDialog>
  )
}
