/** `/settings/workflows/:id/duplicate`: makes a draft that says the same, and leads to it. */
import { AdminPage, Failure, Skeleton, useNavigate, useParams, useT, useWrite } from '@atrium/sdk/web'
import { useEffect, useRef } from 'react'
import contract from '../../contract.ts'
import { AT, editPath } from '../components/paths.ts'

export default function Redirect() {
  const t = useT()
  const navigate = useNavigate()
  const { id } = useParams<{ id: string }>()
  const duplicate = useWrite(contract.routes.duplicate, {
    invalidates: [contract],
    onSuccess: (copy) => navigate(editPath(copy.id), { replace: true }),
  })
  const { mutate } = duplicate
  const isAsked = useRef(false)
  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    mutate({ params: { id: Number(id) } })
  }, [id, mutate])
  return (
    <AdminPage name="workflows/Redirect" title={t('menu.duplicate')} back={{ to: AT, label: t('admin.workflows') }} who="workflows.manage" wide>
      {duplicate.error ? <Failure error={duplicate.error} onRetry={() => duplicate.mutate({ params: { id: Number(id) } })} /> : <Skeleton w="100%" h={480} />}
    </AdminPage>
  )
}
