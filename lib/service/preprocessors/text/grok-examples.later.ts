/** Texts that the patterns of grok match, for the catalogue. A pattern without one stands for its own text. */

const examples = String.raw`
BACULA_CAPACITY 1,024
BACULA_DEVICE FileStorage
BACULA_DEVICEPATH /backup
BACULA_HOST web
BACULA_JOB nightly
BACULA_LOG 23-Nov 09:41 web JobId 7: Start Backup JobId 7, Job=nightly
BACULA_LOGLINE 23-Nov 09:41 web JobId 7: Start Backup JobId 7, Job=nightly
BACULA_LOG_ALL_RECORDS_PRUNED All records pruned from Volume "Full-0007"; marking it "Purged"
BACULA_LOG_BEGIN_PRUNE_FILES Begin pruning Filesx
BACULA_LOG_BEGIN_PRUNE_JOBS Begin pruning Jobs older than 42 month 42 days x
BACULA_LOG_CANCELLING Cancelling duplicate JobId=42x
BACULA_LOG_CLIENT_RBJ shell command: run ClientRunBeforeJob "link is up"
BACULA_LOG_DIFF_FS  /var/log/syslog is a different filesystemx Will not descend from /var/log/syslog into itx
BACULA_LOG_DUPLICATE Fatal error: JobId 42 already runningx Duplicate job not allowedx
BACULA_LOG_ENDPRUNE End auto prunex
BACULA_LOG_END_VOLUME End of medium on Volume "Full-0007" Bytes=1,024 Blocks=1,024 at 23-Nov-2026 09:41x
BACULA_LOG_FATAL_CONN Fatal error: bsock.c:133 Unable to connect to Client: web on web.example.org:9102. ERR=Connection refused
BACULA_LOG_JOB Error: Bacula web 9.6.7 (9.6.7):
BACULA_LOG_JOBEND Job write elapsed time = inside, Transfer rate = 0.25 K Bytes/second
BACULA_LOG_MARKCANCEL JobId 42, Job nightly marked to be canceledx
BACULA_LOG_MAXSTART Fatal error: Job canceled because max start delay time exceededx
BACULA_LOG_MAX_CAPACITY User defined maximum volume capacity 1,024 exceeded on device "FileStorage" (/backup)
BACULA_LOG_NEW_LABEL Labeled new Volume "Full-0007" on device "FileStorage" (/backup)x
BACULA_LOG_NEW_MOUNT New volume "Full-0007" mounted on device "FileStorage" (/backup) at 23-Nov-2026 09:41x
BACULA_LOG_NEW_VOLUME Created new Volume "Full-0007" in catalogx
BACULA_LOG_NOJOBS There are no more Jobs associated with Volume "Full-0007"x Marking it purgedx
BACULA_LOG_NOJOBSTAT Fatal error: No Job status returned from FDx
BACULA_LOG_NOOPEN  Cannot open inside: ERR=link is up
BACULA_LOG_NOOPENDIR  Could not open directory inside: ERR=link is up
BACULA_LOG_NOPRIOR No prior Full backup Job record foundx
BACULA_LOG_NOPRUNE_FILES No Files found to prunex
BACULA_LOG_NOPRUNE_JOBS No Jobs found to prunex
BACULA_LOG_NOSTAT  Could not stat inside: ERR=link is up
BACULA_LOG_NOSUIT No prior or suitable Full backup found in catalogx Doing FULL backupx
BACULA_LOG_NO_AUTH Fatal error: Unable to authenticate with File daemon at insidex Possible causes:
BACULA_LOG_NO_CONNECT Warning: bsock.c:127 Could not connect to Client: web on web.example.org:9102. ERR=Connection refused
BACULA_LOG_PRUNED_FILES Pruned Files from 42 Jobs for client web from catalogx
BACULA_LOG_PRUNED_JOBS Pruned 42 Jobs for client web from catalogx
BACULA_LOG_READYAPPEND Ready to append to end of Volume "Full-0007" size=42
BACULA_LOG_STARTJOB Start Backup JobId 42, Job=nightly
BACULA_LOG_STARTRESTORE Start Restore Job nightly
BACULA_LOG_USEDEVICE Using Device "FileStorage"
BACULA_LOG_VOLUME_PREVWRITTEN Volume "Full-0007" previously written, moving to end of datax
BACULA_LOG_VSS Generate VSS Writer
BACULA_LOG_WROTE_LABEL Wrote label to prelabeled Volume "Full-0007" on device "FileStorage" (/backup)
BACULA_TIMESTAMP 23-Nov 09:41
BACULA_VERSION 9.6.7
BACULA_VOLUME Full-0007
BASE10NUM 0.25
BASE16FLOAT 0x1f.8
BASE16NUM 0x1f
BIND9 23-Nov-2026 09:41:30.120 queries: info: client @0x7f6a 192.0.2.7#50122 (example.org): query: example.org IN AAAA (192.0.2.53)
BIND9_CATEGORY queries
BIND9_DNSTYPE AAAA
BIND9_QUERYLOG 23-Nov-2026 09:41:30.120 queries: info: client @0x7f6a 192.0.2.7#50122 (example.org): query: example.org IN AAAA + (192.0.2.53)
BIND9_QUERYLOGBASE client @0x7f6a 192.0.2.7#50122 (example.org): query: example.org IN AAAA + (192.0.2.53)
BIND9_TIMESTAMP 23-Nov-2026 09:41:30.120
BRO_BOOL T
BRO_CONN 1763890890.120\tCHhAvVGS1DHFjwGM9\t192.0.2.7\t50122\t198.51.100.4\t443\ttcp\tssl\t0.25\t1024\t2326\tSF\tT\t0\tShADadFf\t12\t1648\t10\t2846\t(empty)
BRO_DATA dns
BRO_DNS 1763890890.120\tCHhAvVGS1DHFjwGM9\t192.0.2.7\t50122\t192.0.2.53\t53\tudp\t4711\texample.org\t1\tC_INTERNET\t28\tAAAA\t0\tNOERROR\tF\tF\tT\tT\t0\t2001:db8::1\t300.0\tF
BRO_FILES 1763890890.120\tFn7eZw3oB1\t198.51.100.4\t192.0.2.7\tCHhAvVGS1DHFjwGM9\tHTTP\t0\tMD5\timage/png\tlogo.png\t0.25\t-\tF\t2326\t2326\t0\t0\tF\t-\t9e107d9d372bb682\t-\t-\t-
BRO_HTTP 1763890890.120\tCHhAvVGS1DHFjwGM9\t192.0.2.7\t50122\t198.51.100.4\t80\t1\tGET\texample.org\t/logo.png\t-\tcurl/8.5.0\t0\t2326\t200\tOK\t-\t-\t-\t(empty)\t-\t-\t-\t-\t-\tFn7eZw3oB1\timage/png
CATALINA7_DATESTAMP Nov 23, 2026 09:41:30 AM
CATALINA7_LOG Nov 23, 2026 09:41:30 AM org.example.Main run error: started in 3 s
CATALINA8_DATESTAMP 23-Nov-2026 09:41:30
CATALINA8_LOG 23-Nov-2026 09:41:30 error [inside] org.example.Main.run started in 3 s
CATALINALOG Nov 23, 2026 09:41:30 AM org.example.Main run
CATALINA_DATESTAMP Nov 23, 2026 09:41:30 AM
CISCOFW104001 (Primary) Switching to ACTIVE - link is up
CISCOFW104002 (Primary) Switching to STANDBY - link is up
CISCOFW104003 (Primary) Switching to FAILED.
CISCOFW104004 (Primary) Switching to OK.
CISCOFW105003 (Primary) Monitoring on interface inside waiting
CISCOFW105004 (Primary) Monitoring on interface inside normal
CISCOFW105005 (Primary) Lost Failover communications with mate on interface inside
CISCOFW105008 (Primary) Testing Interface inside
CISCOFW105009 (Primary) Testing on interface inside Passed
CISCOFW106001 Inbound TCP connection denied from 192.0.2.7/50122 to 198.51.100.4/22 flags SYN on interface outside
CISCOFW106006_106007_106010 Deny inbound TCP from 192.0.2.7/42(inside) to 192.0.2.7/42(inside) on interface inside
CISCOFW106014 Deny inbound TCP src inside:192.0.2.7(inside) dst inside:192.0.2.7(inside) (type 42, code 42)
CISCOFW106015 Deny TCP (no connection) from 192.0.2.7/50122 to 198.51.100.4/22 flags RST on interface outside
CISCOFW106021 Deny TCP reverse path check from 192.0.2.7 to 198.51.100.4 on interface outside
CISCOFW106023 Deny tcp src outside:192.0.2.7/50122 dst inside:198.51.100.4/22 by access-group "outside_in" [0x5063b82f, 0x0]
CISCOFW106100 access-list inside Deny TCP inside/192.0.2.7(42)(inside) -> inside/192.0.2.7(42)(inside) hit-cnt 42 first hit [inside, inside]
CISCOFW106100_2_3 access-list inside Deny TCP for user 'inside' inside/192.0.2.7(42) -> inside/192.0.2.7(42) hit-cnt 42 first hit [inside, inside]
CISCOFW110002 TCP FINs for TCP from inside:192.0.2.7/42 to 192.0.2.7/42
CISCOFW302010 42 in use, 42 most used
CISCOFW302013_302014_302015_302016 Teardown TCP connection 4711 for outside:192.0.2.7/50122 to inside:10.0.0.7/22 duration 0:00:30 bytes 2326 TCP FINs
CISCOFW302020_302021 Deny inbound TCP connection for faddr 192.0.2.7/42(inside) gaddr 192.0.2.7/42 laddr 192.0.2.7/42 (inside)
CISCOFW304001 192.0.2.7(inside) Accessed URL 192.0.2.7:link is up
CISCOFW305011 Built dynamic TCP translation from inside:10.0.0.7/50122 to outside:192.0.2.7/50122
CISCOFW313001_313004_313008 Deny TCP type=42, code=42 from 192.0.2.7 on interface inside to 192.0.2.7
CISCOFW313005 TCP FINs for TCP error message: TCP src inside:192.0.2.7(inside) dst inside:192.0.2.7(inside) (type 42, code 42) on inside interface.  Original IP payload: TCP src 192.0.2.7/42(inside) dst 192.0.2.7/42(inside)
CISCOFW321001 Resource 'TCP' limit of 443 reached for system
CISCOFW402117 TCP: Received a non-IPSec packet (protocol= TCP) from 192.0.2.7 to 192.0.2.7
CISCOFW402119 TCP: Received an TCP packet (SPI= inside, sequence number= inside) from 192.0.2.7 (user= inside) to 192.0.2.7 that failed anti-replay checking
CISCOFW419001 Deny TCP packet from inside:192.0.2.7/42 to inside:192.0.2.7/42, reason: link is up
CISCOFW419002 TCP FINs from inside:192.0.2.7/42 to inside:192.0.2.7/42 with different initial sequence number
CISCOFW500004 TCP FINs for protocol=TCP, from 192.0.2.7/42 to 192.0.2.7/42
CISCOFW602303_602304 TCP: An inbound link is up SA (SPI= inside) between 192.0.2.7 and 192.0.2.7 (user= inside) has been Deny
CISCOFW710001_710002_710003_710005_710006 TCP request Deny from 192.0.2.7/42 to inside:192.0.2.7/42
CISCOFW713172 Group = link is up, IP = 192.0.2.7, Automatic NAT Detection Status: Remote end inside behind a NAT device This end inside behind a NAT device
CISCOFW733100 [ inside ] drop inside exceededx Current burst rate is 42 per second, max configured rate is 42; Current average rate is 42 per second, max configured rate is 42; Cumulative total count is 42
CISCOMAC 001b.213c.9df8
CISCOTAG ASA-6-302013
CISCOTIMESTAMP Nov 23 2026 09:41:30
CISCO_ACTION Deny
CISCO_DIRECTION inbound
CISCO_DST_HOST_PORT_USER inside:192.0.2.7/42(inside)
CISCO_DST_IP_USER inside:192.0.2.7(inside)
CISCO_HITCOUNT_INTERVAL hit-cnt 42 first hit
CISCO_INTERVAL first hit
CISCO_REASON TCP FINs
CISCO_SRC_HOST_PORT_USER inside:192.0.2.7/42(inside)
CISCO_SRC_IP_USER inside:192.0.2.7(inside)
CISCO_TAGGED_SYSLOG <166>Nov 23 2026 09:41:30 fw1: %ASA-6-302013:
CISCO_XLATE_TYPE dynamic
CLOUDFRONT_ACCESS_LOG 2026-11-23\t09:41:30\tFRA2\t2326\t192.0.2.7\tGET\td111111abcdef8.cloudfront.net\t/logo.png\t200\t-\tcurl/8.5.0\t-\t-\tHit\tMRVMF7KydIvxMWfJIglgwHQwZsbG2IhRJ07sn9AkKUFSHS9EXAMPLE==\twww.example.org\thttps\t142\t0.001\t-\tTLSv1.3\tTLS_AES_128_GCM_SHA256\tHit
COMBINEDAPACHELOG 192.0.2.7 - ada [23/Nov/2026:09:41:30 +0000] "GET /logo.png HTTP/1.1" 200 2326 "https://example.org/" "curl/8.5.0"
COMMONAPACHELOG 192.0.2.7 - ada [23/Nov/2026:09:41:30 +0000] "GET /logo.png HTTP/1.1" 200 2326
COMMONMAC 00:1b:21:3c:9d:f8
CRONLOG Nov 23 09:41:30 web CROND[4711]: (root) CMD (/usr/lib/backup)
CRON_ACTION CMD
DATA inside
DATE 11/23/2026
DATESTAMP 11/23/2026 09:41:30
DATESTAMP_EVENTLOG 20261123094130
DATESTAMP_OTHER Mon Nov 23 09:41:30 UTC 2026
DATESTAMP_RFC2822 Mon, 23 Nov 2026 09:41:30 +0100
DATESTAMP_RFC822 Mon Nov 23 2026 09:41:30 UTC
DATE_EU 23.11.2026
DATE_US 11/23/2026
DAY Mon
ELB_ACCESS_LOG 2026-11-23T09:41:30.120Z shop 192.0.2.7:50122 10.0.0.1:80 0.000073 0.001048 0.000057 200 200 0 29 "GET http://www.example.org:80/cart?id=7 HTTP/1.1"
ELB_REQUEST_LINE GET http://www.example.org:80/cart?id=7 HTTP/1.1
ELB_URI http://www.example.org:80/cart?id=7
ELB_URIHOST www.example.org:80
ELB_URIPATHPARAM /cart?id=7
ELB_URIPATHQUERY /cart?id=7
ELB_V1_HTTP_LOG 2026-11-23T09:41:30.120Z shop 192.0.2.7:50122 10.0.0.1:80 0.000073 0.001048 0.000057 200 200 0 29 "GET http://www.example.org:80/cart?id=7 HTTP/1.1" "curl/8.5.0" - -
EMAILADDRESS ada@example.org
EMAILLOCALPART ada
EXIM 2026-11-23 09:41:30 1bZrNk-0003Ab-Qz <= ada@example.org H=mail.example.org [192.0.2.7] P=esmtps S=2326 for bob@example.org
EXIM_DATE 2026-11-23 09:41:30
EXIM_EXCLUDE_TERMS Message is frozen
EXIM_FIELD P=esmtps
EXIM_FLAGS <=
EXIM_HEADER_ID id=20261123@example.org
EXIM_INTERFACE I=[192.0.2.25]:25
EXIM_MESSAGE_ARRIVAL 2026-11-23 09:41:30 1bZrNk-0003Ab-Qz <= ada@example.org H=mail.example.org [192.0.2.7] P=esmtps S=2326 for bob@example.org
EXIM_MSGID 1bZrNk-0003Ab-Qz
EXIM_MSG_SIZE S=2326
EXIM_NAMED_FIELDS  H=mail.example.org [192.0.2.7] P=esmtps S=2326
EXIM_PID [443]
EXIM_PROTOCOL P=esmtps
EXIM_QT 2h3m
EXIM_QUOTED_CONTENT hello
EXIM_REMOTE_HOST H=mail.example.org (mail) [192.0.2.7]:50122
EXIM_SUBJECT T="Hello"
EXIM_UNKNOWN_FIELD X=TLS1.3
GREEDYDATA link is up
HAPROXYCAPTUREDREQUESTHEADERS example.org
HAPROXYCAPTUREDRESPONSEHEADERS nginx
HAPROXYDATE 23/Nov/2026:09:41:30.120
HAPROXYHTTP Nov 23 09:41:30 lb haproxy[4711]: 192.0.2.7:50122 [23/Nov/2026:09:41:30.120] http-in static/srv1 10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0 {example.org} {nginx} "GET /logo.png HTTP/1.1"
HAPROXYHTTPBASE 192.0.2.7:50122 [23/Nov/2026:09:41:30.120] http-in static/srv1 10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0 {example.org} {nginx} "GET /logo.png HTTP/1.1"
HAPROXYHTTPREQUESTLINE GET /cart?id=7 HTTP/1.1
HAPROXYTCP Nov 23 09:41:30 lb haproxy[4711]: 192.0.2.7:50122 [23/Nov/2026:09:41:30.120] tcp-in pool/srv1 0/0/5007 212 -- 0/0/0/0/3 0/0
HAPROXYTIME 09:41:30
HAPROXYURI https://example.org/cart?id=7
HOSTNAME web.example.org
HOSTPORT web.example.org:443
HOUR 09
HTTPD20_ERRORLOG [Mon Nov 23 09:41:30 2026] [error] [client 192.0.2.7] File does not exist: /srv/www/favicon.ico
HTTPD24_ERRORLOG [Mon Nov 23 09:41:30.120 2026] [core:error] [pid 4711:tid 140032] [client 192.0.2.7:50122] AH00124: Request exceeded the limit of 10 internal redirects
HTTPDATE 23/Nov/2026:09:41:30 +0000
HTTPDERROR_DATE Mon Nov 23 09:41:30.120 2026
HTTPDUSER ada
HTTPD_COMBINEDLOG 192.0.2.7 - ada [23/Nov/2026:09:41:30 +0000] "GET /logo.png HTTP/1.1" 200 2326 "https://example.org/" "curl/8.5.0"
HTTPD_COMMONLOG 192.0.2.7 - ada [23/Nov/2026:09:41:30 +0000] "GET /logo.png HTTP/1.1" 200 2326
HTTPD_ERRORLOG [Mon Nov 23 09:41:30.120 2026] [core:error] [pid 4711:tid 140032] [client 192.0.2.7:50122] AH00124: Request exceeded the limit of 10 internal redirects
INT 42
IP 192.0.2.7
IPORHOST 192.0.2.7
IPTABLES IN=eth0 OUT= MAC=00:1b:21:3c:9d:f8:00:1b:21:3c:9d:f9:08:00 SRC=192.0.2.7 DST=198.51.100.4 LEN=40 TOS=0x00 PREC=0x00 TTL=56 ID=4711 PROTO=TCP SPT=50122 DPT=22 WINDOW=1024 RES=0x00 SYN URGP=0
IPTABLES4_FRAG DF
IPTABLES4_PART SRC=192.0.2.7 DST=198.51.100.4 LEN=40 TOS=0x00 PREC=0x00 TTL=56 ID=4711 DF
IPTABLES6_PART SRC=2001:db8::1 DST=2001:db8::1 LEN=42 TC=0 HOPLIMIT=42 FLOWLBL=42
IPTABLES_TCP_FLAGS ACK SYN 
IPTABLES_TCP_PART SEQ=1 ACK=0 WINDOW=1024 RES=0x00 SYN URGP=0
IPV4 192.0.2.7
IPV6 2001:db8::1
ISO8601_HOUR 09
ISO8601_SECOND 30
ISO8601_TIMEZONE +01:00
JAVACLASS org.example.Main
JAVAFILE Main.java
JAVALOGMESSAGE started in 3 s
JAVAMETHOD run
JAVASTACKTRACEPART     at org.example.Main.run(Main.java:42)
JAVATHREAD TP-Processor7
LOGLEVEL error
MAC 00:1b:21:3c:9d:f8
MAVEN_VERSION 3.9.6
MCOLLECTIVE I, [2026-11-23T09:41:30.120 #4711] INFO
MCOLLECTIVEAUDIT 2026-11-23T09:41:30.120Z:
MINUTE 41
MONGO3_COMPONENT NETWORK
MONGO3_LOG 2026-11-23T09:41:30.120+0000 I NETWORK  [conn7] end connection 192.0.2.7:50122
MONGO3_SEVERITY I
MONGO_LOG Nov 23 09:41:30 [conn7] end connection 192.0.2.7:50122
MONGO_QUERY { name: "ada" } ntoreturn:1
MONGO_SLOWQUERY query shop.items query: { name: "ada" } ntoreturn:1 ntoskip:0 nscanned:100 keyUpdates:0 nreturned:1 reslen:200 12ms
MONGO_WORDDASH shop-items
MONTH Nov
MONTHDAY 23
MONTHNUM 11
MONTHNUM2 11
NAGIOSLOGLINE [1763890890] SERVICE ALERT: web;HTTP;CRITICAL;HARD;3;connection refused
NAGIOSTIME [1763890890]
NAGIOS_CURRENT_HOST_STATE CURRENT HOST STATE: web;UP;HARD;1;ping is fine
NAGIOS_CURRENT_SERVICE_STATE CURRENT SERVICE STATE: web;HTTP;OK;HARD;1;answered in 3 ms
NAGIOS_EC_LINE_DISABLE_HOST_CHECK EXTERNAL COMMAND: DISABLE_HOST_CHECK;inside
NAGIOS_EC_LINE_DISABLE_HOST_NOTIFICATIONS EXTERNAL COMMAND: DISABLE_HOST_NOTIFICATIONS;link is up
NAGIOS_EC_LINE_DISABLE_HOST_SVC_NOTIFICATIONS EXTERNAL COMMAND: DISABLE_HOST_SVC_NOTIFICATIONS;link is up
NAGIOS_EC_LINE_DISABLE_SVC_CHECK EXTERNAL COMMAND: DISABLE_SVC_CHECK;inside;inside
NAGIOS_EC_LINE_DISABLE_SVC_NOTIFICATIONS EXTERNAL COMMAND: DISABLE_SVC_NOTIFICATIONS;inside;link is up
NAGIOS_EC_LINE_ENABLE_HOST_CHECK EXTERNAL COMMAND: ENABLE_HOST_CHECK;inside
NAGIOS_EC_LINE_ENABLE_HOST_NOTIFICATIONS EXTERNAL COMMAND: ENABLE_HOST_NOTIFICATIONS;link is up
NAGIOS_EC_LINE_ENABLE_HOST_SVC_NOTIFICATIONS EXTERNAL COMMAND: ENABLE_HOST_SVC_NOTIFICATIONS;link is up
NAGIOS_EC_LINE_ENABLE_SVC_CHECK EXTERNAL COMMAND: ENABLE_SVC_CHECK;inside;inside
NAGIOS_EC_LINE_ENABLE_SVC_NOTIFICATIONS EXTERNAL COMMAND: ENABLE_SVC_NOTIFICATIONS;inside;link is up
NAGIOS_EC_LINE_PROCESS_HOST_CHECK_RESULT EXTERNAL COMMAND: PROCESS_HOST_CHECK_RESULT;inside;inside;link is up
NAGIOS_EC_LINE_PROCESS_SERVICE_CHECK_RESULT EXTERNAL COMMAND: PROCESS_SERVICE_CHECK_RESULT;inside;inside;inside;link is up
NAGIOS_EC_LINE_SCHEDULE_HOST_DOWNTIME EXTERNAL COMMAND: SCHEDULE_HOST_DOWNTIME;web;1763890890;1763894490;1;0;3600;ada;kernel update
NAGIOS_HOST_ALERT HOST ALERT: web;DOWN;HARD;3;ping timed out
NAGIOS_HOST_DOWNTIME_ALERT HOST DOWNTIME ALERT: inside;inside;link is up
NAGIOS_HOST_EVENT_HANDLER HOST EVENT HANDLER: inside;inside;inside;inside
NAGIOS_HOST_FLAPPING_ALERT HOST FLAPPING ALERT: inside;inside;link is up
NAGIOS_HOST_NOTIFICATION HOST NOTIFICATION: inside;inside;inside;inside;link is up
NAGIOS_PASSIVE_HOST_CHECK PASSIVE HOST CHECK: inside;inside;link is up
NAGIOS_PASSIVE_SERVICE_CHECK PASSIVE SERVICE CHECK: inside;inside;inside;link is up
NAGIOS_SERVICE_ALERT SERVICE ALERT: web;HTTP;CRITICAL;HARD;3;connection refused
NAGIOS_SERVICE_DOWNTIME_ALERT SERVICE DOWNTIME ALERT: inside;inside;inside;link is up
NAGIOS_SERVICE_EVENT_HANDLER SERVICE EVENT HANDLER: inside;inside;inside;inside;inside
NAGIOS_SERVICE_FLAPPING_ALERT SERVICE FLAPPING ALERT: inside;inside;inside;link is up
NAGIOS_SERVICE_NOTIFICATION SERVICE NOTIFICATION: inside;inside;inside;inside;inside;link is up
NAGIOS_TIMEPERIOD_TRANSITION TIMEPERIOD TRANSITION: workhours;0;1
NAGIOS_WARNING Warning: no free file handles
NETSCREENSESSIONLOG Nov 23 09:41:30 fw1 fw1: NetScreen device_id=fw1  [Root]system-notification-00257(traffic): start_time="2026-11-23 09:41:29" duration=1 policy_id=7 service=https proto=6 src zone=Trust dst zone=Untrust action=Permit sent=1024 rcvd=2326 src=192.0.2.7 dst=198.51.100.4 src_port=50122 dst_port=443 src-xlated ip=203.0.113.1 port=1042 dst-xlated ip=198.51.100.4 port=443 session_id=4711 reason=Close - TCP FIN
NONNEGINT 200
NOTSPACE inside
NUMBER 0.25
PATH /var/log/syslog
POSINT 443
POSTGRESQL 11/23/2026 09:41:30 UTC ada 65a7 4711
PROG sshd
QS "curl/8.5.0"
QUOTEDSTRING "curl/8.5.0"
RAILS3 Started GET "/users/7" for 192.0.2.7 at 2026-11-23 09:41:30 +0100\n  Processing by UsersController#show as HTML\nCompleted 200 OK in 12ms
RAILS3FOOT Completed 200 OK in 12ms (Views: 8.1ms | ActiveRecord: 1.2ms)
RAILS3HEAD Started GET "/users/7" for 192.0.2.7 at 2026-11-23 09:41:30 +0100\n
RAILS3PROFILE (Views: 8.1ms | ActiveRecord: 1.2ms)
RCONTROLLER UsersController#show
REDISLOG [4711] 23 Nov 09:41:30 * 
REDISMONLOG 1763890890.120 [0 192.0.2.7:50122] "SET" "name" "ada"
REDISTIMESTAMP 23 Nov 09:41:30
RPROCESSING   Processing by UsersController#show as HTML\n  Parameters: {"id"=>"7"}\n
RT_FLOW1 RT_FLOW_SESSION_CLOSE: session closed TCP FIN: 10.0.0.7/50122->198.51.100.4/443 junos-https 192.0.2.7/50122->198.51.100.4/443 nat1 None 6 policy1 trust untrust 4711 12(1024) 10(2326) 30 UNKNOWN
RT_FLOW2 RT_FLOW_SESSION_CREATE: session created 10.0.0.7/50122->198.51.100.4/443 junos-https 192.0.2.7/50122->198.51.100.4/443 nat1 None 6 policy1 trust untrust 4711 UNKNOWN
RT_FLOW3 RT_FLOW_SESSION_DENY: session denied 10.0.0.7/50122->198.51.100.4/443 junos-https 6(0) policy1 trust untrust UNKNOWN
RT_FLOW_EVENT RT_FLOW_SESSION_CREATE
RT_FLOW_TAG RT_FLOW_SESSION_CREATE
RUBY_LOGGER E, [2026-11-23T09:41:30.120 #4711] ERROR -- : cannot open file
RUBY_LOGLEVEL ERROR
RUUID 3f2504e04f8941d39a0c0305e82c3301
S3_ACCESS_LOG 79a59df900b949e5 photos [23/Nov/2026:09:41:30 +0000] 192.0.2.7 79a59df900b949e5 3E57427F3EXAMPLE REST.GET.OBJECT logo.png "GET /photos/logo.png HTTP/1.1" 200 - 2662992 3462992 70 10 "-" "curl/8.5.0" -
S3_REQUEST_LINE GET /photos/logo.png HTTP/1.1
SECOND 30
SFW2 Nov 23 09:41:30 fw1 kernel: [1763890890] SFW2-INext-DROP-DEFLT IN=eth0 OUT= MAC=00:1b:21:3c:9d:f8:00:1b:21:3c:9d:f9:08:00 SRC=192.0.2.7 DST=198.51.100.4 LEN=40 TOS=0x00 PREC=0x00 TTL=56 ID=4711 PROTO=TCP SPT=50122 DPT=22 WINDOW=1024 RES=0x00 SYN URGP=0
SFW2_LOG_PREFIX SFW2-INext-DROP-DEFLT
SHOREWALL Nov 23 09:41:30 fw1 kernel: Shorewall:net2fw:DROP:IN=eth0 OUT= MAC=00:1b:21:3c:9d:f8:00:1b:21:3c:9d:f9:08:00 SRC=192.0.2.7 DST=198.51.100.4 LEN=40 TOS=0x00 PREC=0x00 TTL=56 ID=4711 PROTO=TCP SPT=50122 DPT=22 WINDOW=1024 RES=0x00 SYN URGP=0
SPACE  
SQUID3 1763890890.120    142 192.0.2.7 TCP_MISS/200 2326 GET http://example.org/logo.png - DIRECT/198.51.100.4 image/png
SQUID3_STATUS 200
SYSLOG5424BASE <34>1 2026-11-23T09:41:30Z web sshd 4711 ID47 [id@1 a="b"]
SYSLOG5424LINE <34>1 2026-11-23T09:41:30Z web sshd 4711 ID47 [id@1 a="b"] Accepted publickey for ada
SYSLOG5424PRI <34>
SYSLOG5424PRINTASCII sshd
SYSLOG5424SD [id@1 a="b"]
SYSLOGBASE Nov 23 09:41:30 web sshd[4711]:
SYSLOGBASE2 2026-11-23T09:41:30Z web sshd[4711]:
SYSLOGFACILITY <3.6>
SYSLOGHOST web
SYSLOGLINE Nov 23 09:41:30 web sshd[4711]: Accepted publickey for ada
SYSLOGPAMSESSION Nov 23 09:41:30 web sshd[4711]: pam_unix(sshd:session): session opened for user ada by (uid=0)
SYSLOGPROG sshd[4711]
SYSLOGTIMESTAMP Nov 23 09:41:30
TIME 09:41:30
TIMESTAMP_ISO8601 2026-11-23T09:41:30Z
TOMCAT7_LOG Nov 23, 2026 09:41:30 AM org.example.Main run error: started in 3 s
TOMCAT8_LOG 23-Nov-2026 09:41:30 error [inside] org.example.Main.run started in 3 s
TOMCATLEGACY_DATESTAMP 2026-11-23 09:41:30 +01:00
TOMCATLEGACY_LOG 2026-11-23 09:41:30 +01:00 | error | org.example.Main - started in 3 s
TOMCATLOG 2026-11-23 09:41:30 +01:00 | ERROR | org.example.Main - started in 3 s
TOMCAT_DATESTAMP 2026-11-23 09:41:30 +01:00
TTY /dev/pts/0
TZ UTC
UNIXPATH /var/log/syslog
URI https://example.org/images/logo.png?size=2
URIHOST example.org:443
URIPARAM ?size=2&from=4
URIPATH /images/logo.png
URIPATHPARAM /images/logo.png?size=2
URIPROTO https
URIQUERY size=2&from=4
URN urn:isbn:0451450523
USER ada
USERNAME ada
UUID 3f2504e0-4f89-41d3-9a0c-0305e82c3301
WINDOWSMAC 00-1B-21-3C-9D-F8
WINPATH C:\Windows\System32
WORD TCP
YEAR 2026
ZEEK_BOOL T
ZEEK_CONN 1763890890.120\tCHhAvVGS1DHFjwGM9\t192.0.2.7\t50122\t198.51.100.4\t443\ttcp\tssl\t0.25\t1024\t2326\tSF\tT\tF\t0\tShADadFf\t12\t1648\t10\t2846\t-
ZEEK_DATA dns
ZEEK_DNS 1763890890.120\tCHhAvVGS1DHFjwGM9\t192.0.2.7\t50122\t192.0.2.53\t53\tudp\t4711\t0.012\texample.org\t1\tC_INTERNET\t28\tAAAA\t0\tNOERROR\tF\tF\tT\tT\t0\t2001:db8::1\t300.0\tF
ZEEK_FILES 0.25\tinside\t192.0.2.7\t192.0.2.7\tx\tx\t42\tx\tx\tx\t0.25\tx\tT\t42\t42\t42\t42\tT\tx\tx\tx\tx\tx\tT\t42
ZEEK_FILES_RX_HOSTS 192.0.2.7
ZEEK_FILES_TX_HOSTS 192.0.2.7
ZEEK_HTTP 1763890890.120\tCHhAvVGS1DHFjwGM9\t192.0.2.7\t50122\t198.51.100.4\t80\t1\tGET\texample.org\t/logo.png\t-\t1.1\tcurl/8.5.0\t-\t0\t2326\t200\tOK\t-\t-\t(empty)\t-\t-\t-\t-\t-\t-\tFn7eZw3oB1\t-\timage/png
`;

/** By the name of the pattern. Above, `\\n` and `\\t` stand for a line feed and a tab. */
export const grokExamples: ReadonlyMap<string, string> = new Map(
  examples
    .trim()
    .split('\n')
    .map((line) => [
      line.slice(0, line.indexOf(' ')),
      line
        .slice(line.indexOf(' ') + 1)
        .replaceAll('\\n', '\n')
        .replaceAll('\\t', '\t'),
    ]),
);
