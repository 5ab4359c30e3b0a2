"use strict";
export const validate = validate20;
const schema31 = {"type":"object","properties":{"input":{"type":"object","properties":{"ids":{"type":"array","items":{"type":"integer","minimum":-9007199254740991,"maximum":9007199254740991}},"kind":{"type":"string","enum":["it's","a \"b\""]},"ratio":{"type":"number","minimum":0},"X-Since":{"type":"string","format":"date"},"order by":{"type":"array","items":{"type":"string"}}}}},"$id":"validate"};
const func0 = Object.prototype.hasOwnProperty;
const formats0 = require("#lib/plan/formats.ts").formats.date;

function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="validate" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate20.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.input !== undefined && func0.call(data, "input")){
let data0 = data.input;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.ids !== undefined && func0.call(data0, "ids")){
let data1 = data0.ids;
if(Array.isArray(data1)){
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err0 = {instancePath:instancePath+"/input/ids/" + i0,schemaPath:"#/properties/input/properties/ids/items/type",keyword:"type",params:{type: "integer"},schema:schema31.properties.input.properties.ids.items.type,parentSchema:schema31.properties.input.properties.ids.items,data:data2};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 9007199254740991 || isNaN(data2)){
const err1 = {instancePath:instancePath+"/input/ids/" + i0,schemaPath:"#/properties/input/properties/ids/items/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},schema:9007199254740991,parentSchema:schema31.properties.input.properties.ids.items,data:data2};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data2 < -9007199254740991 || isNaN(data2)){
const err2 = {instancePath:instancePath+"/input/ids/" + i0,schemaPath:"#/properties/input/properties/ids/items/minimum",keyword:"minimum",params:{comparison: ">=", limit: -9007199254740991},schema:-9007199254740991,parentSchema:schema31.properties.input.properties.ids.items,data:data2};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
}
else {
const err3 = {instancePath:instancePath+"/input/ids",schemaPath:"#/properties/input/properties/ids/type",keyword:"type",params:{type: "array"},schema:schema31.properties.input.properties.ids.type,parentSchema:schema31.properties.input.properties.ids,data:data1};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data0.kind !== undefined && func0.call(data0, "kind")){
let data3 = data0.kind;
if(typeof data3 !== "string"){
const err4 = {instancePath:instancePath+"/input/kind",schemaPath:"#/properties/input/properties/kind/type",keyword:"type",params:{type: "string"},schema:schema31.properties.input.properties.kind.type,parentSchema:schema31.properties.input.properties.kind,data:data3};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(!((data3 === "it's") || (data3 === "a \"b\""))){
const err5 = {instancePath:instancePath+"/input/kind",schemaPath:"#/properties/input/properties/kind/enum",keyword:"enum",params:{allowedValues: schema31.properties.input.properties.kind.enum},schema:schema31.properties.input.properties.kind.enum,parentSchema:schema31.properties.input.properties.kind,data:data3};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data0.ratio !== undefined && func0.call(data0, "ratio")){
let data4 = data0.ratio;
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 < 0 || isNaN(data4)){
const err6 = {instancePath:instancePath+"/input/ratio",schemaPath:"#/properties/input/properties/ratio/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema31.properties.input.properties.ratio,data:data4};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/input/ratio",schemaPath:"#/properties/input/properties/ratio/type",keyword:"type",params:{type: "number"},schema:schema31.properties.input.properties.ratio.type,parentSchema:schema31.properties.input.properties.ratio,data:data4};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data0["X-Since"] !== undefined && func0.call(data0, "X-Since")){
let data5 = data0["X-Since"];
if(typeof data5 === "string"){
if(!(formats0(data5))){
const err8 = {instancePath:instancePath+"/input/X-Since",schemaPath:"#/properties/input/properties/X-Since/format",keyword:"format",params:{format: "date"},schema:"date",parentSchema:schema31.properties.input.properties["X-Since"],data:data5};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/input/X-Since",schemaPath:"#/properties/input/properties/X-Since/type",keyword:"type",params:{type: "string"},schema:schema31.properties.input.properties["X-Since"].type,parentSchema:schema31.properties.input.properties["X-Since"],data:data5};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data0["order by"] !== undefined && func0.call(data0, "order by")){
let data6 = data0["order by"];
if(Array.isArray(data6)){
const len1 = data6.length;
for(let i1=0; i1<len1; i1++){
let data7 = data6[i1];
if(typeof data7 !== "string"){
const err10 = {instancePath:instancePath+"/input/order by/" + i1,schemaPath:"#/properties/input/properties/order%20by/items/type",keyword:"type",params:{type: "string"},schema:schema31.properties.input.properties["order by"].items.type,parentSchema:schema31.properties.input.properties["order by"].items,data:data7};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath:instancePath+"/input/order by",schemaPath:"#/properties/input/properties/order%20by/type",keyword:"type",params:{type: "array"},schema:schema31.properties.input.properties["order by"].type,parentSchema:schema31.properties.input.properties["order by"],data:data6};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath:instancePath+"/input",schemaPath:"#/properties/input/type",keyword:"type",params:{type: "object"},schema:schema31.properties.input.type,parentSchema:schema31.properties.input,data:data0};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema31.type,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
validate20.errors = vErrors;
return errors === 0;
}
validate20.evaluated = {"props":{"input":true},"dynamicProps":false,"dynamicItems":false};

