// Streams and what they say. Names of the form `format-…` are those of files in the eventsource folder of the
// web-platform-tests (BSD-3-Clause, github.com/web-platform-tests/wpt): such a case makes the claims of that
// file, of a parser alone, in words of our own. Where the file watches a second connection (ids, retry),
// the case looks at what that connection would be told.

import { bytesOf } from '../../../src/system/wire/bytes';

export interface Format {
  readonly name: string;
  readonly claim: string;
  readonly wire: string;
  /** Data alone, or event, data and last event id, in the order of their dispatch. */
  readonly says: readonly (string | readonly [event: string, data: string, lastId: string])[];
  /** What a next connection would send as Last-Event-ID; none where it is left out. */
  readonly lastId?: string;
  readonly retryMs?: number;
}

const MARK = '\xef\xbb\xbf';
const LONG = 'ö'.repeat(1_024);

/** After the files of the web-platform-tests. */
export const platformFormats: readonly Format[] = [
  {
    name: 'event-data',
    claim: 'lines of data are joined by LF, and a field without colon is an empty line',
    wire: bytesOf('data:ready\n\ndata:one\ndata\ndata: three\n\ndata:über\n\n'),
    says: ['ready', 'one\n\nthree', 'über'],
  },
  {
    name: 'format-bom',
    claim: 'a byte order mark at the start is dropped, and a later one spoils its line',
    wire: `${MARK}data:first\n\n${MARK}data:lost\n\ndata:last\n\n`,
    says: ['first', 'last'],
  },
  {
    name: 'format-bom-2',
    claim: 'a second byte order mark at the start belongs to the name of the field',
    wire: `${MARK}${MARK}data:lost\n\ndata:kept\n\n`,
    says: ['kept'],
  },
  {
    name: 'format-comments',
    claim: 'comments say nothing, be they empty, long, with NUL, or like a field, whatever ends them',
    wire: bytesOf(`data:a\r:\0\n:\r\ndata:b\n: ${LONG}\rdata:c\n:data:no\r:${LONG}\r\n::\ndata:d\n\n`),
    says: ['a\nb\nc\nd'],
  },
  {
    name: 'format-data-before-final-empty-line',
    claim: 'a block without its blank line is lost with its id',
    wire: 'retry:700\nid:seen\ndata:whole\n\nid:unseen\ndata:torn\n',
    says: [['message', 'whole', 'seen']],
    ...{ lastId: 'seen', retryMs: 700 },
  },
  {
    name: 'format-field-data',
    claim: 'data may be empty, with a colon or without, and then a message is empty',
    wire: 'data\n\ndata:\n\ndata\ndata:\n\ndata: \ndata: end\n\n',
    says: ['', '', '\n', '\nend'],
  },
  {
    name: 'format-field-event',
    claim: 'an event type holds for its own block alone',
    wire: 'event:note\ndata:typed\n\ndata:plain\n\n',
    says: [
      ['note', 'typed', ''],
      ['message', 'plain', ''],
    ],
  },
  {
    name: 'format-field-event-empty',
    claim: 'an empty event type is no type, also after another one',
    wire: 'event: \ndata:a\n\nevent:note\nevent\ndata:b\n\n',
    says: ['a', 'b'],
  },
  {
    name: 'format-field-id',
    claim: 'an id is what a next connection sends, in whatever characters',
    wire: bytesOf('id: …7\ndata: here\n\n'),
    says: [['message', 'here', '…7']],
    lastId: '…7',
  },
  {
    name: 'format-field-id-2',
    claim: 'an id stays for the messages after it that have none',
    wire: 'id:run_7:16\ndata:a\n\ndata:b\n\nevent:note\ndata:c\n\n',
    says: [
      ['message', 'a', 'run_7:16'],
      ['message', 'b', 'run_7:16'],
      ['note', 'c', 'run_7:16'],
    ],
    lastId: 'run_7:16',
  },
  {
    name: 'format-field-id-3',
    claim: 'an id persists, changes, and is reset by an empty one with a colon or without',
    wire: 'id:4\ndata:a\n\ndata:b\n\nid:5\ndata:c\n\nid:\ndata:d\n\nid:6\ndata:e\n\nid\ndata:f\n\ndata:g\n\n',
    says: ['4', '4', '5', '', '6', '', ''].map((id, at) => ['message', 'abcdefg'.charAt(at), id] as const),
  },
  ...['\0', '\0x', 'x\0', 'x\0y', ' \0'].map((id) => ({
    name: 'format-field-id-null',
    claim: `an id with NUL is ignored, and the old one stays (${JSON.stringify(id)})`,
    wire: `id:kept\ndata:a\n\nid:${id}\ndata:b\n\n`,
    says: [['message', 'a', 'kept'] as const, ['message', 'b', 'kept'] as const],
    lastId: 'kept',
  })),
  {
    name: 'format-field-parsing',
    claim: 'names are exact, one space is dropped, and NUL in a name makes another name',
    wire: 'data:\0\ndata:  b\rDATA:no\ndata\0:no\n\0data:no\r\nda ta:no\rdata-c:no\ndata :no\n data:no\ndata:d: e\n\n',
    says: ['\0\n b\nd: e'],
  },
  {
    name: 'format-field-retry',
    claim: 'the time to wait is read as decimal, with zeros before it too',
    wire: 'retry:0250\ndata:a\n\n',
    says: ['a'],
    retryMs: 250,
  },
  ...['250x', '-1', '1.5', '1e3', '+9', ' 9 ', '٣'].map((retry) => ({
    name: 'format-field-retry-bogus',
    claim: `a time that is no digits leaves the earlier one (${retry})`,
    wire: bytesOf(`retry:250\nretry:${retry}\ndata:a\n\n`),
    ...{ says: ['a'], retryMs: 250 },
  })),
  {
    name: 'format-field-retry-empty',
    claim: 'an empty time is none',
    wire: 'retry\nretry:\ndata:a\n\n',
    says: ['a'],
  },
  {
    name: 'format-field-unknown',
    claim: 'an unknown field is no end of a block, and no part of it',
    wire: 'data:a\n data\ndata\nbaz:qux\nnothing but words\n:a remark\nid :9\ndata:b\n\n',
    says: ['a\n\nb'],
  },
  {
    name: 'format-leading-space',
    claim: 'only a space after the colon is dropped, and only one',
    wire: bytesOf('data:\ta\rdata: \r\ndata:b\ndata:  c\ndata:\u00a0d\n\n'),
    says: ['\ta\n\nb\n c\n\u00a0d'],
  },
  {
    name: 'format-newlines',
    claim: 'CR, LF and CRLF each end a line, mixed within a block, and two in a row end the block',
    wire: 'data:a\r\ndata\rdata:b\n\r\ndata:c\r\rdata:d\n\ndata:e\r\n\r\ndata:f\r\n\ndata:g\n\r',
    says: ['a\n\nb', 'c', 'd', 'e', 'f', 'g'],
  },
  {
    name: 'format-null-character',
    claim: 'data may be NUL, and more blank lines say nothing',
    wire: 'data:\0\n\n\n\n\n',
    says: ['\0'],
  },
  {
    name: 'format-utf-8',
    claim: 'bytes are UTF-8: characters of two, three and four of them',
    wire: bytesOf('data:é…😀 好\n\n'),
    says: ['é…😀 好'],
  },
];

/** What the files above do not ask. */
export const moreFormats: readonly Format[] = [
  { name: 'nothing', claim: 'an empty stream says nothing', wire: '', says: [] },
  {
    name: 'id alone',
    claim: 'an id counts in a block without data',
    wire: 'id:9\n\ndata:a\n\nid:10\nevent:unsent\n\n',
    says: [['message', 'a', '9']],
    lastId: '10',
  },
  {
    name: 'ids twice',
    claim: 'the last id of a block wins, but for one with NUL',
    wire: 'id:1\nid:2\nid:3\0\ndata:a\n\n',
    says: [['message', 'a', '2']],
    lastId: '2',
  },
  {
    name: 'retry alone',
    claim: 'a time to wait counts in a block that says nothing, and in one without an end',
    wire: 'retry: 1234\n\nretry: 12345\nid: 1\n',
    says: [],
    retryMs: 12_345,
  },
  {
    name: 'torn retry',
    claim: 'a time to wait without the end of its line does not count',
    wire: 'retry: 12\n\nretry: 12345',
    says: [],
    retryMs: 12,
  },
  {
    name: 'type without data',
    claim: 'type and data end with their block, also where it says nothing',
    wire: 'event:note\n\ndata:a\n\nevent:note\nid:1\n\ndata:b\n\n',
    says: [
      ['message', 'a', ''],
      ['message', 'b', '1'],
    ],
    lastId: '1',
  },
  {
    name: 'CR at the end',
    claim: 'a CR ends its line at once',
    wire: 'id:1\rdata:a\r\r',
    says: [['message', 'a', '1']],
    lastId: '1',
  },
  {
    name: 'CR, then nothing',
    claim: 'a CR that ends the last field is no blank line',
    wire: 'id:1\rretry:5\rdata:a\r',
    says: [],
    retryMs: 5,
  },
  {
    name: 'mark as a character',
    claim: 'a byte order mark is the character U+FEFF in UTF-8, and one of them inside data stays',
    wire: bytesOf('\ufeffdata:\ufeffa\ufeff\n\n'),
    says: ['\ufeffa\ufeff'],
  },
  {
    name: 'mark before a blank line',
    claim: 'a byte order mark is dropped before a blank line too',
    wire: `${MARK}\n\r\ndata:a\n\n`,
    says: ['a'],
  },
  {
    name: 'mark alone',
    claim: 'a stream of a byte order mark alone says nothing',
    wire: MARK,
    says: [],
  },
  {
    name: 'torn mark',
    claim: 'part of a byte order mark is no mark, and spoils its line as other characters do',
    wire: `\xef\xbbdata:lost\n\ndata:a\n\n`,
    says: ['a'],
  },
  {
    name: 'mark decoded twice',
    claim: 'the characters that the bytes of a mark look like are no mark',
    wire: bytesOf('ï»¿data:lost\n\nï»¿data:lost\n\ndata:a\n\n'),
    says: ['a'],
  },
  {
    name: 'no UTF-8',
    claim: 'each broken character is U+FFFD, and never takes the end of its line with it',
    wire: 'data:a\xff\xfeb\ndata:\xe2\x82\ndata:\xf0\x9f\x98\rid:\xc3\r\n\n',
    says: [['message', 'a\ufffd\ufffdb\n\ufffd\n\ufffd', '\ufffd']],
    lastId: '\ufffd',
  },
  {
    name: 'other line ends',
    claim: 'what else looks like a line end is none',
    wire: bytesOf('data:a\u2028b\u2029c\u0085d\ve\ff\n\n'),
    says: ['a\u2028b\u2029c\u0085d\ve\ff'],
  },
  {
    name: 'a service',
    claim: 'a stream as the service writes it',
    wire: bytesOf(
      'retry: 1000\n: open run_7 after 16\n\nid: run_7:17\nevent: text.delta\ndata: {"text":"你好"}\n\n: hb\n\n' +
        'event: stream.caught_up\ndata: {"last_seq":17}\n\n',
    ),
    says: [
      ['text.delta', '{"text":"你好"}', 'run_7:17'],
      ['stream.caught_up', '{"last_seq":17}', 'run_7:17'],
    ],
    ...{ lastId: 'run_7:17', retryMs: 1000 },
  },
];
