/** What newcomers are asked, and the spaces and the access group that they belong to from the first minute. */
import { Button, Card, CardHead, LinkButton, Note, Query, Skeleton, toast, useRead, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import community from '../../../community/contract.ts'
import members from '../../../members/contract.ts'
import type { OpenedTarget } from '../../contract.ts'
import { AccessPick } from '../components/pickers.tsx'

export default function Newcomers() {
  return (
    <div className="mt-4 grid gap-4">
      <DefaultAccess />
      <Questions />
    </div>
  )
}

function Questions() {
  const t = useT()
  const fields = useRead(members.routes.fields)
  const asked = fields.data?.records.filter(({ pages }) => pages.some(({ name, visible }) => name === 'signup' && visible)) ?? []
  return (
    <Card>
      <CardHead
        title={t('onboarding.questions')}
        text={asked.length ? asked.map(({ label }) => label).join(', ') : t('onboarding.questions_none')}
        action={<LinkButton to="/members/profile_fields/manage">{t('onboarding.questions_change')}</LinkButton>}
      />
    </Card>
  )
}

function DefaultAccess() {
  const query = useRead(community.routes.onboarding)
  return (
    <Query query={query} skeleton={<Skeleton w="100%" h={240} />}>
      {({ default_space_ids, default_access_group_id }) => (
        <Choice key={`${default_space_ids}${default_access_group_id}`} spaces={default_space_ids} group={default_access_group_id} />
      )}
    </Query>
  )
}

function Choice({ spaces, group }: { spaces: number[]; group: number | null }) {
  const t = useT()
  const before: OpenedTarget[] = [...spaces.map((id) => ({ kind: 'space' as const, id })), ...(group ? [{ kind: 'access_group' as const, id: group }] : [])]
  const [value, setValue] = useState(before)
  const save = useWrite(community.routes.updateOnboarding, {
    invalidates: [community],
    onSuccess: () => toast.success(t('saved')),
    onError: (error) => toast.error(error.message),
  })
  const groups = value.filter(({ kind }) => kind === 'access_group').map(({ id }) => id)
  const others = value.some(({ kind }) => kind === 'space_group')
  const chosen = value.filter(({ kind }) => kind === 'space').map(({ id }) => id)
  return (
    <Card>
      <CardHead title={t('default.title')} text={t('default.text')} />
      <div className="grid gap-4 px-5 pt-4 pb-5">
        <AccessPick value={value} onChange={setValue} />
        {(groups.length > 1 || others) && (
          <Note tone="warning" icon="info">
            {t('default.one')}
          </Note>
        )}
        <div className="flex justify-end">
          <Button
            variant="primary"
            loading={save.isPending}
            disabled={groups.length > 1 || others}
            onClick={() => save.mutate({ body: { default_space_ids: chosen, default_access_group_id: groups[0] ?? null } })}
          >
            {t('save')}
          </Button>
        </div>
      </div>
    </Card>
  )
}
