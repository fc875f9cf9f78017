/** Members are made learners of a course, in a cohort where it has some. */
import { Button, Combobox, type ComboboxOption, call, Dialog, Field, Select, toast, useRead, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import spaces from '../../../spaces/contract.ts'
import contract, { type Course } from '../../contract.ts'

const { routes } = contract

export function AddStudents({ course, onClose }: { course: Course; onClose: () => void }) {
  const t = useT()
  const [people, setPeople] = useState<ComboboxOption[]>([])
  const [cohort, setCohort] = useState('')
  const cohorts = useRead(routes.cohorts, { params: { courseId: course.id } })
  const add = useWrite(routes.addStudents, {
    invalidates: [contract],
    onError: (error) => toast.error(error.message),
    onSuccess: () => {
      toast.success(t('students.added', { count: people.length }))
      onClose()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('students.add')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            variant="primary"
            loading={add.isPending}
            disabled={people.length === 0}
            onClick={() =>
              add.mutate({
                params: { courseId: course.id },
                body: { community_member_ids: people.map(({ value }) => Number(value)), cohort_id: cohort ? Number(cohort) : null },
              })
            }
          >
            {t('edit.add')}
          </Button>
        </>
      }
    >
      <Field label={t('students.people')} className="mb-4">
        <Combobox
          multiple
          autoFocus
          value={people}
          onChange={setPeople}
          placeholder={t('students.people_search')}
          load={async (text) => {
            const found = await call(spaces.routes.candidates, { query: { query: text, space_id: course.id } })
            return found.records.map(({ community_member_id: id, name, avatar_url }) => ({
              value: String(id),
              label: name,
              avatar: { id, name, src: avatar_url },
            }))
          }}
        />
      </Field>
      {(cohorts.data?.records.length ?? 0) > 0 && (
        <Field label={t('students.cohort')}>
          <Select
            value={cohort}
            onChange={(event) => setCohort(event.target.value)}
            options={[
              { value: '', label: t('students.no_cohort') },
              ...(cohorts.data?.records ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
          />
        </Field>
      )}
    </Dialog>
  )
}
