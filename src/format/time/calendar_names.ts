import { isDigit, isLetter, part, scriptEnd } from "./timestamp_parts.ts";

const SPACE = 0x20, COMMA = 0x2c, DASH = 0x2d, DOT = 0x2e, SLASH = 0x2f;

/** The first three letters of a word in lower case as one number; 0 if they are not three letters. */
function lettersAt(bytes: Uint8Array, at: number, to: number): number {
  if (at + 3 > to || !isLetter(bytes[at]) || !isLetter(bytes[at + 1]) || !isLetter(bytes[at + 2])) return 0;
  return (bytes[at] | 0x20) << 16 | (bytes[at + 1] | 0x20) << 8 | (bytes[at + 2] | 0x20);
}

function packed(word: string): number {
  return word.charCodeAt(0) << 16 | word.charCodeAt(1) << 8 | word.charCodeAt(2);
}

const MONTH_NAMES = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];
const DAY_NAMES = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const MONTHS = MONTH_NAMES.map(packed);
const DAYS = DAY_NAMES.map(packed);

/**
 * The months, short and in full, as Unicode's CLDR, Java and the C library write them in German, French, Spanish,
 * Italian, Portuguese, Dutch, Swedish, Danish, Norwegian, Finnish, Greek, Polish, Czech, Russian, Ukrainian and Turkish, where English
 * writes them otherwise. Croatian's `lis` and `srp`, other months than theirs, are left out.
 */
const OTHER_MONTHS = [
  "janv janvier januar januari jän jänner ene enero gen gennaio janeiro sty stycznia led ledna янв января січ січня oca ocak tammik ιαν ιανουαρίου",
  "févr février februar februari febrero febbraio fev fevereiro lut lutego úno února фев февр февраля лют лютого şub şubat helmik φεβ φεβρουαρίου",
  "mars mär märz mrz marzo março mrt maart marts marca bře března мар март марта бер березня mart maalisk μαρ μαρτίου",
  "avr avril abr abril aprile kwi kwietnia dub dubna апр апреля кві квітня nis nisan huhtik απρ απριλίου квіт",
  "mai mayo mag maggio maio mei maj maja kvě května мая май тра травня mayıs toukok μαΐ μαΐου трав",
  "juni juin junio giu giugno junho cze czerwca čvn čen června июн июня июнь чер червня haz haziran kesäk ιουν ιουνίου черв",
  "juli juil juillet julio lug luglio julho lip lipca čvc čec července июл июля июль лип липня tem temmuz heinäk ιουλ ιουλίου",
  "août agosto ago augustus augusti sie sierpnia srp srpna авг августа сер серпня ağu ağustos elok αυγ αυγούστου серп",
  "septembre septiembre set settembre setembro wrz września zář září сен сент сентября вер вересня eyl eylül syysk σεπ σεπτεμβρίου",
  "okt oktober octobre octubre ott ottobre out outubro paź października říj října окт октября жов жовтня eki ekim lokak οκτ οκτωβρίου жовт",
  "novembre noviembre novembro lis listopada listopadu ноя нояб ноября лис листопада kas kasım marrask νοε νοεμβρίου лист",
  "dez dezember déc décembre dic diciembre dicembre dezembro des desember gru grudnia pro prosince дек декабря гру грудня ara aralık jouluk δεκ δεκεμβρίου груд",
];
/** The same of the days of a week, from Monday. */
const OTHER_DAYS = [
  "mo lun seg ma mån man pon po пн pzt",
  "di mar ter tis tir wto út вт sal",
  "mi mer mié mie qua wo ons śro st ср çar",
  "do jeu jue gio qui tor czw čt чт per",
  "fr ven vie sex vr fre pią pá пт cum",
  "sa sam sáb sab lör lør sob so сб cmt",
  "so dim dom zo sön søn nie ne вс paz",
];
const LONGEST_NAME = 24;

/** By the hash of its bytes in small letters, in capitals and with a capital first, a name's number from 1. */
function hashed(names: string[]): Map<number, number> {
  const encoder = new TextEncoder();
  const numbers = new Map<number, number>();
  names.forEach((words, index) => {
    for (const word of words.split(" ")) {
      for (const form of [word, word.toUpperCase(), word[0].toUpperCase() + word.slice(1)]) {
        const bytes = encoder.encode(form);
        const hash = hashOf(bytes, 0, bytes.length);
        if (!numbers.has(hash)) numbers.set(hash, index + 1);
      }
    }
  });
  return numbers;
}

/** FNV-1a, 32 bits */
function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ bytes[at], 0x01000193);
  return hash;
}

let otherMonths: Map<number, number> | undefined;
let otherDays: Map<number, number> | undefined;

/** A month's name, short or in full (a period may follow), of `OTHER_MONTHS` as well, or `11月`, `11월`, as 1-12. */
export function readMonth(bytes: Uint8Array, at: number, to: number): number {
  let end = readName(bytes, at, to, MONTHS, MONTH_NAMES);
  if (end < 0) end = isDigit(bytes[at]) ? readNumbered(bytes, at, to) : readOtherMonth(bytes, at, to);
  const isShort = end > 0 && end + 1 < to && bytes[end] === DOT;
  return isShort && isDivider(bytes[end + 1]) ? end + 1 : end;
}

/** The name of a day of the week, short or in full. */
export function readWeekday(bytes: Uint8Array, at: number, to: number): number {
  return readName(bytes, at, to, DAYS, DAY_NAMES);
}

/** One of `OTHER_DAYS`, a period behind it or not, and what may be a date. */
export function readOtherWeekday(bytes: Uint8Array, at: number, to: number): number {
  const end = scriptEnd(bytes, at, Math.min(to, at + LONGEST_NAME));
  const behind = end < to && bytes[end] === DOT ? end + 1 : end;
  const date = behind < to && bytes[behind] === COMMA ? behind + 1 : behind;
  if (
    date + 1 >= to || bytes[date] !== SPACE || !(isDigit(bytes[date + 1]) || isMonthAt(bytes, date + 1, to))
  ) {
    return -1;
  }
  otherDays ??= hashed(OTHER_DAYS);
  return otherDays.has(hashOf(bytes, at, end)) ? behind : -1;
}

/** Whether a month may begin at `at`: its name, or its number before 月 or 월. */
export function isMonthAt(bytes: Uint8Array, at: number, to: number): boolean {
  if (at >= to) return false;
  return isLetter(bytes[at]) || bytes[at] >= 0x80 || (isDigit(bytes[at]) && readNumbered(bytes, at, to) > 0);
}

/** Index behind `de `, which Portuguese and Spanish have between a day, a month and a year; `at` if it is not there. */
export function behindOf(bytes: Uint8Array, at: number, to: number): number {
  return at + 3 < to && bytes[at] === 0x64 && bytes[at + 1] === 0x65 && bytes[at + 2] === SPACE ? at + 3 : at;
}

function readOtherMonth(bytes: Uint8Array, at: number, to: number): number {
  const end = scriptEnd(bytes, at, Math.min(to, at + LONGEST_NAME));
  let day = end < to && bytes[end] === DOT ? end + 1 : end;
  if (day === at || day + 1 >= to || !isDivider(bytes[day])) return -1;
  // Days of one digit are padded with a blank.
  if (bytes[day + 1] === SPACE) day++;
  if (day + 1 >= to || !isDigit(bytes[behindOf(bytes, day + 1, to)])) return -1;
  otherMonths ??= hashed(OTHER_MONTHS);
  part.value = otherMonths.get(hashOf(bytes, at, end)) ?? 0;
  return part.value === 0 ? -1 : end;
}

/** `11月` and `11월` */
function readNumbered(bytes: Uint8Array, at: number, to: number): number {
  const end = isDigit(bytes[at + 1]) ? at + 2 : at + 1;
  if (end + 3 > to) return -1;
  const sign = bytes[end] << 16 | bytes[end + 1] << 8 | bytes[end + 2];
  if (sign !== 0xe69c88 && sign !== 0xec9b94) return -1;
  part.value = end - at === 2 ? (bytes[at] - 48) * 10 + bytes[at + 1] - 48 : bytes[at] - 48;
  return end + 3;
}

function isDivider(byte: number): boolean {
  return byte === SPACE || byte === DASH || byte === SLASH;
}

function readName(bytes: Uint8Array, at: number, to: number, short: number[], long: string[]): number {
  const letters = lettersAt(bytes, at, to);
  if (letters === 0) return -1;
  const index = short.indexOf(letters);
  if (index < 0) return -1;
  const name = long[index];
  let end = at + 3;
  while (end < to && end - at < name.length && (bytes[end] | 0x20) === name.charCodeAt(end - at)) end++;
  if (end < to && isLetter(bytes[end])) {
    if (letters !== SEPTEMBER || bytes[end] !== 0x74 /* Sept */) return -1;
    end++;
  }
  if (end - at > 3 && end - at < name.length && letters !== SEPTEMBER) return -1;
  part.value = index + 1;
  return end;
}

const SEPTEMBER = packed("sep");
