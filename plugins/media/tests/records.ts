/** Records of media: an unfinished upload, a transcript of a sound that somebody has heard, the card of a link. */
import { randomUUID } from 'node:crypto'
import { defineRecords, type MadeBy, type Target, until } from '@atrium/sdk/testing'
import contract from '../contract.ts'

const { routes } = contract
/** Two letters that no transcript has yet. */
const language = () => `x${String.fromCharCode(97 + Math.floor(Math.random() * 26))}${String.fromCharCode(97 + Math.floor(Math.random() * 26))}`

const records = defineRecords(contract, {
  async fill({ app, side, word, sound }: Target) {
    const as = app.as(side.admin)
    // the limit of five unfinished uploads is not what is tried here
    await app.sql(`update kernel.file set status = 'failed' where status = 'uploading' and member_id = $1`, [side.admin.id])
    const begun = await as.call(routes.directUploads, { body: { blob: { filename: `${word}.png`, byte_size: 5 } } })
    // an inner address: the card is asked for, and nobody is called
    await as.call(routes.createEmbed, { body: { url: `http://10.0.0.1/${word}` } })
    await as.call(routes.progress, { body: { file_id: sound.id, session: randomUUID(), position: 1, watched: 1 } })
    await as.call(routes.transcode, { body: { file_id: sound.id } })
    const transcript = await as.call(routes.createTranscript, {
      body: { file_id: sound.id, language: 'en', label: word, cues: [{ start: 0, end: 1, text: word }] },
    })
    return { upload: { signedId: begun.signed_id }, transcript: { id: transcript.id } }
  },
  /** A busy process puts off what makes sounds and videos ready. */
  async settle(app) {
    await until(
      'sounds and videos to be ready',
      async () => {
        const [{ open }] = (await app.sql(`select count(*)::int as open from media.transcoding where status in ('pending', 'processing')`)) as [
          { open: number },
        ]
        if (open) await app.settle()
        return open === 0
      },
      100_000,
    )
  },
  inputs: {
    updateStorage: { body: { quota_gigabytes: 50 } },
    // a cache of each community's own: another's answer is that nobody has asked
    embed: { query: { url: 'https://example.com/a' } },
    createEmbed: { body: { url: 'http://127.0.0.1/nothing' } },
    directUploads: { body: { blob: { filename: 'a.png', byte_size: 10 } } },
    offset: { input: ({ upload }) => ({ params: { signed_id: upload.signedId } }), uses: true },
    append: { input: ({ upload }) => ({ params: { signed_id: upload.signedId }, body: Buffer.from('hel'), headers: { 'upload-offset': '0' } }), uses: true },
    updateSettings: { body: { max_file_megabytes: 50 } },
    remove: { input: ({ file }) => ({ params: { id: file.id } }), uses: true },
    // another's files are passed over
    removeMany: { input: ({ file }) => ({ body: { ids: [file.id] } }), foreign: [200], uses: true },
    // it is on its way, or done, or failed
    transcode: { input: ({ sound }) => ({ body: { file_id: sound.id } }), own: [201, 409] },
    transcoding: ({ sound }) => ({ params: { id: sound.id }, query: { src: sound.url } }),
    cancel: { input: ({ sound }) => ({ params: { id: sound.id } }), own: [200, 409] },
    progress: ({ sound }) => ({ body: { file_id: sound.id, src: sound.url, session: randomUUID(), position: 1, watched: 1 } }),
    createTranscript: { input: ({ sound }) => ({ body: { file_id: sound.id, language: language(), cues: [] } }), own: [201, 409] },
    transcript: ({ transcript, sound }) => ({ params: { id: transcript.id }, query: { src: sound.url } }),
    vtt: ({ transcript, sound }) => ({ params: { id: transcript.id }, query: { src: sound.url } }),
    // nobody writes chapters here
    writeChapters: { input: ({ transcript }) => ({ params: { id: transcript.id } }), own: [422], foreign: [422] },
    updateTranscript: ({ transcript }) => ({ params: { id: transcript.id }, body: { label: 'Changed' } }),
    removeTranscript: { input: ({ transcript }) => ({ params: { id: transcript.id } }), uses: true },
  },
  screens: {
    '/media_transcripts/:id': ({ transcript }) => `/media_transcripts/${transcript.id}`,
    // it leads on to /settings/files
    '/settings/communities/attached_files': () => [],
  },
})
export default records
export type MediaMade = MadeBy<typeof records>
