/** What was sent with a form: found, read in a drawer, corrected, exported. */
import { Avatar, Badge, Button, Drawer, ListScreen, Link, Time, useAskedWrite, useList, useParams, useRead, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Submission, SUBMISSION_STATUSES } from '../../contract.ts'
import { EditAnswers } from '../components/EditAnswers.tsx'

const { routes } = contract
const wordsOf = (value: string | string[]) => (typeof value === 'string' ? value : value.join(', '))
/** Fields beside the address that a row shows. */
const SHOWN = 3

export default function Submissions() {
  const t = useT()
  const { id } = useParams<{ id: string }>()
  const formId = Number(id)
  const form = useRead(routes.show, { params: { id: formId } })
  const list = useList(routes.submissions, { search: 'search_text', filters: { status: '' }, params: { formId } })
  const [openedId, setOpenedId] = useState<number | null>(null)
  // a row that is deleted closes its drawer, one that is edited shows what was saved
  const opened = list.rows.find((one) => one.id === openedId)
  const [edited, setEdited] = useState<Submission | null>(null)
  const remove = useAskedWrite(routes.destroySubmission, [contract])
  const ask = (one: Submission) =>
    void remove(
      { params: { formId, id: one.id } },
      { title: t('submission.delete_title'), text: t('submission.delete_text'), action: t('delete') },
      t('submission.deleted'),
    )
  return (
    <ListScreen
      name="forms/Submissions"
      title={form.data ? t('submissions.title', { name: form.data.name }) : t('list.submissions')}
      back={{ to: `/settings/emails/forms/${formId}`, label: form.data?.name ?? t('admin.forms') }}
      who="forms.manage"
      csv={`/settings/emails/forms/${formId}/submissions.csv`}
      list={list}
      search={t('submissions.search')}
      filters={[
        {
          field: 'status',
          label: t('list.status'),
          options: [{ value: '', label: t('list.all') }, ...SUBMISSION_STATUSES.map((value) => ({ value, label: t(`submission.${value}`) }))],
          segment: true,
        },
      ]}
      height={360}
      empty={{ icon: 'inbox', title: t('submissions.none'), text: t(form.data?.status === 'draft' ? 'submissions.none_draft' : 'submissions.none_text') }}
      found={{ title: t('submissions.none_found') }}
      columns={[
        {
          key: 'who',
          title: t('submissions.who'),
          render: (one) => (
            <button type="button" className="flex min-h-11 min-w-0 items-center gap-3 text-start" onClick={() => setOpenedId(one.id)}>
              <Avatar name={one.member?.name ?? one.email ?? '?'} id={one.member?.id ?? one.id} src={one.member?.avatar_url} size={28} />
              <span className="min-w-0">
                <span className="block truncate font-medium hover:underline">{one.member?.name ?? one.email ?? t('submissions.unknown')}</span>
                {one.member && one.email && <span className="block truncate text-13 text-text-3">{one.email}</span>}
              </span>
            </button>
          ),
        },
        {
          key: 'answers',
          title: t('submissions.answers'),
          render: (one) => (
            <span className="line-clamp-2 text-text-2">
              {one.fields
                .filter(({ kind, value }) => kind !== 'email' && kind !== 'hidden' && kind !== 'consent' && value.length > 0)
                .slice(0, SHOWN)
                .map(({ label, kind, value }) => (kind === 'checkbox' ? label : wordsOf(value)))
                .join(' · ')}
            </span>
          ),
        },
        { key: 'status', state: true, title: t('list.status'), render: (one) => <State status={one.status} /> },
        { key: 'at', title: t('submissions.at'), className: 'whitespace-nowrap', render: (one) => <Time value={one.created_at} kind="day" /> },
      ]}
      menu={(one) => ({
        label: t('submissions.menu', { name: one.member?.name ?? one.email ?? String(one.id) }),
        items: [
          { label: t('submissions.view'), icon: 'eye', onSelect: () => setOpenedId(one.id) },
          { label: t('edit'), icon: 'pencil', onSelect: () => setEdited(one) },
          '-',
          { label: t('delete'), icon: 'trash-2', tone: 'danger', onSelect: () => ask(one) },
        ],
      })}
    >
      {opened && <Details one={opened} onClose={() => setOpenedId(null)} onEdit={() => setEdited(opened)} onDelete={() => ask(opened)} />}
      {edited && form.data && <EditAnswers form={form.data} submission={edited} onClose={() => setEdited(null)} />}
    </ListScreen>
  )
}

function State({ status }: { status: Submission['status'] }) {
  const t = useT()
  return <Badge tone={status === 'confirmed' ? 'success' : 'neutral'}>{t(`submission.${status}`)}</Badge>
}

/** A consent that was given is shown with its time. */
const isShown = ({ kind, value }: Submission['fields'][number]) => kind !== 'consent' || value.length === 0

function When({ label, at }: { label: string; at: string | null }) {
  return (
    at && (
      <p className="text-13 text-text-3">
        {label} <Time value={at} kind="datetime" within />
      </p>
    )
  )
}

function Details({ one, onClose, onEdit, onDelete }: { one: Submission; onClose: () => void; onEdit: () => void; onDelete: () => void }) {
  const t = useT()
  return (
    <Drawer
      open
      onOpenChange={(open) => !open && onClose()}
      title={one.member?.name ?? one.email ?? t('submissions.unknown')}
      footer={
        <>
          <Button icon="trash-2" onClick={onDelete}>
            {t('delete')}
          </Button>
          <Button icon="pencil" onClick={onEdit}>
            {t('edit')}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <p className="flex flex-wrap items-center gap-2 text-13 text-text-2">
          <State status={one.status} /> <Time value={one.created_at} kind="datetime" />
          {one.member && (
            <Link to={`/u/${one.member.public_uid}`} className="text-link hover:underline">
              {t('submissions.profile')}
            </Link>
          )}
        </p>
        <dl className="grid gap-4">
          {one.fields.filter(isShown).map(({ field_id, label, kind, value, hidden }) => (
            <div key={field_id}>
              <dt className="text-13 text-text-3">
                {label} {hidden && <Badge>{t('kind.hidden')}</Badge>}
              </dt>
              <dd className="whitespace-pre-line break-words">
                {value.length === 0 ? (
                  <span className="text-text-3">{t('submissions.no_answer')}</span>
                ) : kind === 'checkbox' ? (
                  t('submissions.ticked')
                ) : (
                  wordsOf(value)
                )}
              </dd>
            </div>
          ))}
        </dl>
        {one.consents.length > 0 && (
          <section className="grid gap-2 rounded-card border p-4">
            <h3 className="text-15 font-medium">{t('submissions.consent')}</h3>
            {one.consents.map(({ field_id, text }) => (
              <p key={field_id} className="whitespace-pre-line text-text-2">
                {text}
              </p>
            ))}
            <When label={t('submissions.consented_at')} at={one.consented_at} />
            <When label={t('submissions.confirmed_at')} at={one.confirmed_at} />
          </section>
        )}
      </div>
    </Drawer>
  )
}
