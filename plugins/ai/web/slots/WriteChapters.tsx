/** Where the chapters of a lesson are edited: a model proposes them, from the captions. */
import { Button, messageOf, toast, useConfirm, useRead, useT, useWrite } from '@atrium/sdk/web'
import media, { type ChaptersEditor } from '../../../media/contract.ts'
import contract from '../../contract.ts'

export default function WriteChapters({ fileId, src, isEmpty, onChapters }: ChaptersEditor) {
  const t = useT()
  const confirm = useConfirm()
  const { data: model } = useRead(contract.routes.writing)
  const { data: file } = useRead(media.routes.transcoding, { params: { id: fileId }, query: { src } })
  const write = useWrite(media.routes.writeChapters, {
    onSuccess: ({ chapters }) => {
      onChapters(chapters)
      toast.success(t('chapters.done'))
    },
    onError: (error) => toast.error(messageOf(error, t('written.failed'))),
  })
  const captions = file?.captions[0]
  if (!model?.can_write || !captions || !file.can_edit) return null
  const begin = async () => {
    if (write.isPending) return
    if (!isEmpty && !(await confirm({ title: t('chapters.replace'), text: t('chapters.replace_text'), action: t('chapters.write'), tone: 'primary' }))) return
    write.mutate({ params: { id: captions.id } })
  }
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-12 text-text-3">
      <Button size="sm" icon="sparkles" loading={write.isPending} onClick={() => void begin()}>
        {t('chapters.write')}
      </Button>
      {t('chapters.help', { captions: captions.label })}
    </div>
  )
}
