/**
 * Severities in other languages than English, in capitals, as java.util.logging (its `logging_*.properties`), PostgreSQL
 * (its catalogues of messages) and Windows (the names of its events' levels) have them, and as programs write them there.
 * What is a common English word, or means another severity elsewhere, is left out.
 */
export const TRANSLATIONS: Readonly<Record<number, string>> = {
  1: "AM FEINSTEN|LE PLUS PRÉCIS|MÁS DETALLADO|OTTIMALE|O MAIS DETALHADO|最も詳細|非常详细|最詳細|가장 미세",
  5: "FEINER|PLUS PRÉCIS|MUY DETALLADO|MIGLIORE|MAIS DETALHADO|较详细|較詳細|보다 미세|" +
    "ОТЛАДКА|НАЛАГОДЖЕННЯ|DEPURACIÓN|DEPURAÇÃO|AUSFÜHRLICH|デバッグ|调试|偵錯|디버그",
  6: "FEIN|PRÉCIS|DETALLADO|BUONO|DETALHADO|普通|详细|詳細|미세",
  7: "KONFIGURATION|CONFIGURAR|CONFIGURAZIONE|CONFIGURAÇÃO|KONFIG|構成|配置|組態|구성",
  9: "INFORMATIONEN|INFOS|INFORMACIÓN|INFORMACION|INFORMAZIONI|INFORMAÇÕES|INFORMAÇÃO|INFORMACJA|INFORMACE|BILGI|" +
    "情報|信息|資訊|정보|로그|日志|ИНФОРМАЦИЯ|ИНФО|СООБЩЕНИЕ|ІНФОРМАЦІЯ|ЗАПИСУВАННЯ|LOGG",
  10: "HINWEIS|NOTIFICA|NOTIS|注意|알림|ЗАМЕЧАНИЕ|ПОВІДОМЛЕННЯ",
  13:
    "WARNUNG|AVERTISSEMENT|ATTENTION|ADVERTENCIA|AVISO|AVVERTENZA|ATTENZIONE|AVVISO|ADVERTÊNCIA|VARNING|ADVARSEL|" +
    "WAARSCHUWING|OSTRZEŻENIE|VAROVÁNÍ|UYARI|警告|경고|ПРЕДУПРЕЖДЕНИЕ|ПОПЕРЕДЖЕННЯ",
  17: "SCHWERWIEGEND|FEHLER|GRAVE|ERREUR|ERRORE|ALLVARLIG|FEJL|FEIL|FOUT|BŁĄD|CHYBA|HATA|" +
    "重大|严重|嚴重|심각|エラー|错误|錯誤|오류|에러|ОШИБКА|ПОМИЛКА",
  21: "KRITISCH|PANIK|CRITIQUE|FATALE|PANICO|CRÍTICO|CRITICO|KRITISK|FATALT|KRYTYCZNY|KRITICKÁ|KRITIK|" +
    "致命的|致命错误|치명적오류|КРИТИЧЕСКАЯ|ВАЖНО|ПАНИКА|ФАТАЛЬНО|ПАНІКА",
};
