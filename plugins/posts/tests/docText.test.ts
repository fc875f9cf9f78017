/** Two copies of one document: what an editor, the database and signed addresses change in it is no edit; everything else is. */
import { expect } from 'chai'
import { isSameDoc } from '../web/components/docText.ts'

const doc = (text: string, more: object = {}, picture: object = {}) => ({
  type: 'doc',
  content: [
    { type: 'paragraph', content: [{ type: 'text', text, ...more }] },
    { type: 'image', attrs: { signed_id: 'a', src: '/files/a?signature=1', alt: 'A bowl', ...picture } },
  ],
})

describe('documents', () => {
  it('are the same under other addresses, another order and unset attributes', () => {
    const [paragraph, image] = doc('Clay').content
    const written = { content: [{ content: paragraph!.content, attrs: { textAlign: null }, type: 'paragraph' }, image!], type: 'doc' }
    expect(isSameDoc(doc('Clay'), written)).to.equal(true)
    expect(isSameDoc(doc('Clay'), doc('Clay', {}, { signed_id: 'b', src: '/files/a?signature=2' }))).to.equal(true)
  })
  it('differ by words, marks and pictures', () => {
    expect(isSameDoc(doc('Clay'), doc('Fire'))).to.equal(false)
    expect(isSameDoc(doc('Clay'), doc('Clay', { marks: [{ type: 'bold' }] }))).to.equal(false)
    expect(isSameDoc(doc('Clay'), doc('Clay', {}, { alt: 'A cup' }))).to.equal(false)
  })
})
