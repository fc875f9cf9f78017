/** The pictures of an image post while it is written: added, described, put in order. */
import { Checkbox, cx, Icon, IconButton, Input, Picture, Progress, useT } from '@atrium/sdk/web'
import { useId, useState } from 'react'
import { MAX_IMAGES } from '../../../contract.ts'
import type { PickedImage } from './values.ts'
import type { PostForm } from './usePostForm.ts'

export function GalleryEditor({ form }: { form: PostForm }) {
  const t = useT()
  const id = useId()
  const [over, setOver] = useState(false)
  const { values, set, errors, uploading } = form
  const { images } = values
  const problem = errors['post.gallery_attributes']
  const take = (files: FileList | null) => void form.uploadImages([...(files ?? [])].filter((file) => file.type.startsWith('image/')))
  const change = (image: PickedImage, changes: Partial<PickedImage>) => set({ images: images.map((one) => (one === image ? { ...one, ...changes } : one)) })
  const move = (index: number, by: number) => {
    const next = [...images]
    next.splice(index + by, 0, ...next.splice(index, 1))
    set({ images: next })
  }
  return (
    <section aria-label={t('gallery.label')} className="grid gap-3 p-4 sm:px-6">
      {images.length > 0 && (
        <ol className="grid gap-3 sm:grid-cols-2">
          {images.map((image, index) => (
            <li key={image.signedId} className="overflow-hidden rounded-card border border-border">
              <div className="relative">
                <Picture src={image.url} ratio={1.5} alt={image.alt} />
                <span className="absolute top-2 end-2 flex rounded-control bg-surface">
                  <IconButton
                    size="sm"
                    icon="arrow-left"
                    label={t('gallery.earlier', { number: index + 1 })}
                    disabled={index === 0}
                    onClick={() => move(index, -1)}
                  />
                  <IconButton
                    size="sm"
                    icon="arrow-right"
                    label={t('gallery.later', { number: index + 1 })}
                    disabled={index === images.length - 1}
                    onClick={() => move(index, 1)}
                  />
                  <IconButton
                    size="sm"
                    icon="x"
                    label={t('gallery.remove', { number: index + 1 })}
                    onClick={() => set({ images: images.filter((one) => one !== image) })}
                  />
                </span>
              </div>
              <div className="grid gap-2 p-3">
                <Input
                  size="sm"
                  aria-label={t('gallery.caption', { number: index + 1 })}
                  placeholder={t('gallery.caption_hint')}
                  maxLength={500}
                  value={image.caption}
                  onChange={(event) => change(image, { caption: event.target.value })}
                />
                <Input
                  size="sm"
                  aria-label={t('gallery.alt', { number: index + 1 })}
                  placeholder={t('gallery.alt_hint')}
                  maxLength={500}
                  value={image.alt}
                  onChange={(event) => change(image, { alt: event.target.value })}
                />
              </div>
            </li>
          ))}
        </ol>
      )}
      {images.length < MAX_IMAGES && (
        // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way to what the button does
        <div
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault()
            setOver(false)
            take(event.dataTransfer.files)
          }}
          className={cx(
            'grid justify-items-center gap-1.5 rounded-card border-[1.5px] border-dashed p-6 text-center',
            over ? 'border-brand bg-brand-soft' : 'border-field',
          )}
        >
          <Icon name="images" />
          <label htmlFor={id} className="cursor-pointer font-medium text-link focus-within:underline hover:underline">
            {t('gallery.add')}
            <input
              id={id}
              type="file"
              accept="image/*"
              multiple
              className="sr-only"
              onChange={(event) => {
                take(event.target.files)
                event.target.value = ''
              }}
            />
          </label>
          <p className="text-13 text-text-3 pointer-coarse:hidden">{t('gallery.add_text', { count: MAX_IMAGES })}</p>
          <p className="hidden text-13 text-text-3 pointer-coarse:block">{t('gallery.add_touch', { count: MAX_IMAGES })}</p>
          {uploading !== null && <Progress value={uploading} label={t('gallery.uploading')} className="mt-2 w-48" />}
        </div>
      )}
      {problem && (
        <p role="alert" className="text-13 text-danger">
          {problem}
        </p>
      )}
      {images.length > 0 && <Checkbox label={t('gallery.downloadable')} checked={values.downloadable} onChange={(downloadable) => set({ downloadable })} />}
    </section>
  )
}
