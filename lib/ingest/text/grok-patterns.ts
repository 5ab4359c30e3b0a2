/**
 * The patterns that most pipelines name, with the names and fields that Logstash and Elasticsearch have in their collection
 * for versions before ECS. Each is written for an engine without atomic groups.
 */

const octet = '(?:25[0-5]|2[0-4]\\d|[01]?\\d?\\d)';
const octet6 = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const group = '[0-9A-Fa-f]{1,4}';
const tail4 = `${octet6}(?:\\.${octet6}){3}`;

/** Between the groups before the double colon and the end: `n` groups may follow. */
function ipv6After(before: number): string {
  const groups = 7 - before;
  const optional = before === 6 ? '' : `(?::${group}){0,${5 - before}}`;
  return `(?:(?::${group}){1,${groups}}|${optional}:${tail4}|:)`;
}

const ipv6 = [
  `(?:${group}:){7}(?:${group}|:)`,
  `(?:${group}:){6}(?::${group}|${tail4}|:)`,
  ...[5, 4, 3, 2, 1].map((before) => `(?:${group}:){${before}}${ipv6After(before)}`),
  `:(?:(?::${group}){1,7}|(?::${group}){0,5}:${tail4}|:)`,
].join('|');

const networks = {
  MAC: '(?:%{CISCOMAC}|%{WINDOWSMAC}|%{COMMONMAC})',
  CISCOMAC: '(?:(?:[A-Fa-f0-9]{4}\\.){2}[A-Fa-f0-9]{4})',
  WINDOWSMAC: '(?:(?:[A-Fa-f0-9]{2}-){5}[A-Fa-f0-9]{2})',
  COMMONMAC: '(?:(?:[A-Fa-f0-9]{2}:){5}[A-Fa-f0-9]{2})',
  IPV6: `(?:${ipv6})(?:%.+)?`,
  IPV4: `(?<!\\d)${octet}(?:\\.${octet}){3}(?!\\d)`,
  IP: '(?:%{IPV6}|%{IPV4})',
  HOSTNAME: '\\b[0-9A-Za-z][0-9A-Za-z-]{0,62}(?:\\.[0-9A-Za-z][0-9A-Za-z-]{0,62})*(?:\\.?|\\b)',
  IPORHOST: '(?:%{IP}|%{HOSTNAME})',
  HOSTPORT: '%{IPORHOST}:%{POSINT}',
};

const texts = {
  USERNAME: '[a-zA-Z0-9._-]+',
  USER: '%{USERNAME}',
  // The range from + to = contains digits and punctuation.
  EMAILLOCALPART: '[a-zA-Z][a-zA-Z0-9_.+-=:]+',
  EMAILADDRESS: '%{EMAILLOCALPART}@%{HOSTNAME}',
  INT: '[+-]?[0-9]+',
  // The pattern gives no digit back to what follows, like the atomic group of the original.
  BASE10NUM: '(?<![0-9.+-])[+-]?(?:[0-9]+(?:\\.[0-9]+|(?!\\.?[0-9]))|\\.[0-9]+)(?![0-9])',
  NUMBER: '%{BASE10NUM}',
  BASE16NUM: '(?<![0-9A-Fa-f])[+-]?(?:0x)?[0-9A-Fa-f]+',
  BASE16FLOAT: '\\b(?<![0-9A-Fa-f.])[+-]?(?:0x)?(?:[0-9A-Fa-f]+(?:\\.[0-9A-Fa-f]*)?|\\.[0-9A-Fa-f]+)\\b',
  POSINT: '\\b[1-9][0-9]*\\b',
  NONNEGINT: '\\b[0-9]+\\b',
  WORD: '\\b\\w+\\b',
  NOTSPACE: '\\S+',
  SPACE: '\\s*',
  DATA: '.*?',
  GREEDYDATA: '.*',
  QUOTEDSTRING: '(?<!\\\\)(?:"(?:\\\\.|[^\\\\"])*"|\'(?:\\\\.|[^\\\\\'])*\'|`(?:\\\\.|[^\\\\`])*`)',
  QS: '%{QUOTEDSTRING}',
  UUID: '[A-Fa-f0-9]{8}-(?:[A-Fa-f0-9]{4}-){3}[A-Fa-f0-9]{12}',
  URN: "urn:[0-9A-Za-z][0-9A-Za-z-]{0,31}:(?:%[0-9a-fA-F]{2}|[0-9A-Za-z()+,.:=@;$_!*'/?#-])+",
};

const paths = {
  PATH: '(?:%{UNIXPATH}|%{WINPATH})',
  UNIXPATH: '(?:/(?:[\\w_%!$@:.,+~-]|\\\\.)*)+',
  TTY: '/dev/(?:pts|tty[pq]?)\\w*/?[0-9]+',
  WINPATH: '(?:[A-Za-z]+:|\\\\)(?:\\\\[^\\\\?*]*)+',
  URIPROTO: '[A-Za-z][A-Za-z0-9+\\-.]+',
  URIHOST: '%{IPORHOST}(?::%{POSINT:port})?',
  URIPATH: "(?:/[A-Za-z0-9$.+!*'(){},~:;=@#%&_\\-]*)+",
  URIPARAM: "\\?[A-Za-z0-9$.+!*'|(){},~@#%&/=:;_?\\-\\[\\]<>]*",
  URIPATHPARAM: '%{URIPATH}(?:%{URIPARAM})?',
  URI: '%{URIPROTO}://(?:%{USER}(?::[^@]*)?@)?(?:%{URIHOST})?(?:%{URIPATHPARAM})?',
};

const dates = {
  MONTH:
    '\\b(?:[Jj]an(?:uary|uar)?|[Ff]eb(?:ruary|ruar)?|[Mm](?:a|ä)?r(?:ch|z)?|[Aa]pr(?:il)?|[Mm]a(?:y|i)?|' +
    '[Jj]un(?:e|i)?|[Jj]ul(?:y|i)?|[Aa]ug(?:ust)?|[Ss]ep(?:tember)?|[Oo](?:c|k)?t(?:ober)?|' +
    '[Nn]ov(?:ember)?|[Dd]e(?:c|z)(?:ember)?)\\b',
  MONTHNUM: '(?:0?[1-9]|1[0-2])',
  MONTHNUM2: '(?:0[1-9]|1[0-2])',
  MONTHDAY: '(?:0[1-9]|[12][0-9]|3[01]|[1-9])',
  DAY: '(?:Mon(?:day)?|Tue(?:sday)?|Wed(?:nesday)?|Thu(?:rsday)?|Fri(?:day)?|Sat(?:urday)?|Sun(?:day)?)',
  YEAR: '(?:\\d\\d){1,2}',
  HOUR: '(?:2[0123]|[01]?[0-9])',
  MINUTE: '[0-5][0-9]',
  SECOND: '(?:[0-5]?[0-9]|60)(?:[:.,][0-9]+)?',
  TIME: '%{HOUR}:%{MINUTE}(?::%{SECOND})(?![0-9])',
  DATE_US: '%{MONTHNUM}[/-]%{MONTHDAY}[/-]%{YEAR}',
  DATE_EU: '%{MONTHDAY}[./-]%{MONTHNUM}[./-]%{YEAR}',
  ISO8601_TIMEZONE: '(?:Z|[+-]%{HOUR}(?::?%{MINUTE}))',
  ISO8601_SECOND: '(?:%{SECOND}|60)',
  ISO8601_HOUR: '(?:2[0123]|[01][0-9])',
  TIMESTAMP_ISO8601:
    '%{YEAR}-%{MONTHNUM}-%{MONTHDAY}[T ]%{ISO8601_HOUR}:?%{MINUTE}(?::?%{SECOND})?%{ISO8601_TIMEZONE}?',
  DATE: '(?:%{DATE_US}|%{DATE_EU})',
  DATESTAMP: '%{DATE}[- ]%{TIME}',
  TZ: '(?:[APMCE][SD]T|UTC)',
  DATESTAMP_RFC822: '%{DAY} %{MONTH} %{MONTHDAY} %{YEAR} %{TIME} %{TZ}',
  DATESTAMP_RFC2822: '%{DAY}, %{MONTHDAY} %{MONTH} %{YEAR} %{TIME} %{ISO8601_TIMEZONE}',
  DATESTAMP_OTHER: '%{DAY} %{MONTH} %{MONTHDAY} %{TIME} %{TZ} %{YEAR}',
  DATESTAMP_EVENTLOG: '%{YEAR}%{MONTHNUM2}%{MONTHDAY}%{HOUR}%{MINUTE}%{SECOND}',
  SYSLOGTIMESTAMP: '%{MONTH} +%{MONTHDAY} %{TIME}',
  HTTPDATE: '%{MONTHDAY}/%{MONTH}/%{YEAR}:%{TIME} %{INT}',
  HTTPDERROR_DATE: '%{DAY} %{MONTH} %{MONTHDAY} %{TIME} %{YEAR}',
};

const logs = {
  PROG: '[\\x21-\\x5a\\x5c\\x5e-\\x7e]+',
  SYSLOGPROG: '%{PROG:program}(?:\\[%{POSINT:pid}\\])?',
  SYSLOGHOST: '%{IPORHOST}',
  SYSLOGFACILITY: '<%{NONNEGINT:facility}.%{NONNEGINT:priority}>',
  SYSLOGBASE: '%{SYSLOGTIMESTAMP:timestamp} (?:%{SYSLOGFACILITY} )?%{SYSLOGHOST:logsource} %{SYSLOGPROG}:',
  SYSLOGLINE: '%{SYSLOGBASE2} %{GREEDYDATA:message}',
  SYSLOGBASE2:
    '(?:%{SYSLOGTIMESTAMP:timestamp}|%{TIMESTAMP_ISO8601:timestamp8601}) (?:%{SYSLOGFACILITY} )?' +
    '%{SYSLOGHOST:logsource}(?: %{SYSLOGPROG}:|)',
  SYSLOG5424PRINTASCII: '[!-~]+',
  SYSLOG5424PRI: '<%{NONNEGINT:syslog5424_pri}>',
  // The value of a parameter is quoted, and may contain brackets (RFC 5424, section 6.3).
  SYSLOG5424SD: '(?:\\[(?:[^\\]"\\\\]|\\\\.|"(?:[^"\\\\]|\\\\.)*")*\\])+',
  SYSLOG5424BASE:
    '%{SYSLOG5424PRI}%{NONNEGINT:syslog5424_ver} +(?:-|%{TIMESTAMP_ISO8601:syslog5424_ts}) +' +
    '(?:-|%{IPORHOST:syslog5424_host}) +(?:-|%{SYSLOG5424PRINTASCII:syslog5424_app}) +' +
    '(?:-|%{SYSLOG5424PRINTASCII:syslog5424_proc}) +(?:-|%{SYSLOG5424PRINTASCII:syslog5424_msgid}) +' +
    '(?:-|%{SYSLOG5424SD:syslog5424_sd}|)',
  SYSLOG5424LINE: '%{SYSLOG5424BASE} +%{GREEDYDATA:syslog5424_msg}',
  LOGLEVEL:
    '(?:[Aa]lert|ALERT|[Tt]race|TRACE|[Dd]ebug|DEBUG|[Nn]otice|NOTICE|[Ii]nfo|INFO|[Ww]arn?(?:ing)?|' +
    'WARN?(?:ING)?|[Ee]rr?(?:or)?|ERR?(?:OR)?|[Cc]rit?(?:ical)?|CRIT?(?:ICAL)?|[Ff]atal|FATAL|' +
    '[Ss]evere|SEVERE|EMERG(?:ENCY)?|[Ee]merg(?:ency)?)',
  HTTPDUSER: '(?:%{EMAILADDRESS}|%{USER})',
  HTTPD_COMMONLOG:
    '%{IPORHOST:clientip} %{HTTPDUSER:ident} %{HTTPDUSER:auth} \\[%{HTTPDATE:timestamp}\\] ' +
    '"(?:%{WORD:verb} %{NOTSPACE:request}(?: HTTP/%{NUMBER:httpversion})?|%{DATA:rawrequest})" ' +
    '(?:-|%{NUMBER:response}) (?:-|%{NUMBER:bytes})',
  HTTPD_COMBINEDLOG: '%{HTTPD_COMMONLOG} %{QS:referrer} %{QS:agent}',
  HTTPD20_ERRORLOG:
    '\\[%{HTTPDERROR_DATE:timestamp}\\] \\[%{LOGLEVEL:loglevel}\\] ' +
    '(?:\\[client %{IPORHOST:clientip}\\] )?%{GREEDYDATA:message}',
  HTTPD24_ERRORLOG:
    '\\[%{HTTPDERROR_DATE:timestamp}\\] \\[(?:%{WORD:module})?:%{LOGLEVEL:loglevel}\\] ' +
    '\\[pid %{POSINT:pid}(?::tid %{NUMBER:tid})?\\](?: \\(%{POSINT:proxy_errorcode}\\)%{DATA:proxy_message}:)?' +
    '(?: \\[client %{IPORHOST:clientip}:%{POSINT:clientport}\\])?(?: %{DATA:errorcode}:)? %{GREEDYDATA:message}',
  HTTPD_ERRORLOG: '(?:%{HTTPD20_ERRORLOG}|%{HTTPD24_ERRORLOG})',
  COMMONAPACHELOG: '%{HTTPD_COMMONLOG}',
  COMBINEDAPACHELOG: '%{HTTPD_COMBINEDLOG}',
};

const java = {
  JAVACLASS: '(?:[a-zA-Z$_][a-zA-Z$_0-9]*\\.)*[a-zA-Z$_][a-zA-Z$_0-9]*',
  JAVAFILE: '[a-zA-Z$_0-9. -]+',
  JAVAMETHOD: '(?:<(?:cl)?init>|[a-zA-Z$_][a-zA-Z$_0-9]*)',
  JAVASTACKTRACEPART:
    '%{SPACE}at %{JAVACLASS:class}\\.%{JAVAMETHOD:method}\\(%{JAVAFILE:file}(?::%{NUMBER:line})?\\)',
  JAVATHREAD: '[A-Z]{2}-Processor[0-9]+',
  JAVALOGMESSAGE: '.*',
  CATALINA_DATESTAMP: '%{MONTH} %{MONTHDAY}, 20%{YEAR} %{HOUR}:?%{MINUTE}(?::?%{SECOND}) (?:AM|PM)',
  TOMCAT_DATESTAMP: '20%{YEAR}-%{MONTHNUM}-%{MONTHDAY} %{HOUR}:?%{MINUTE}(?::?%{SECOND}) %{ISO8601_TIMEZONE}',
  CATALINALOG: '%{CATALINA_DATESTAMP:timestamp} %{JAVACLASS:class} %{JAVALOGMESSAGE:logmessage}',
  TOMCATLOG:
    '%{TOMCAT_DATESTAMP:timestamp} \\| %{LOGLEVEL:level} \\| %{JAVACLASS:class} - %{JAVALOGMESSAGE:logmessage}',
};

export const grokPatterns: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...texts, ...networks, ...paths, ...dates, ...logs, ...java }),
);
