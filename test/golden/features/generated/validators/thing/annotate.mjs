"use strict";
export const validate = validate0;
const schema0 = {"type":"object","properties":{"input":{"type":"object","properties":{"thing-id":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"path":{"type":"string"}}},"body":{"type":"object","properties":{"note":{"type":"string"}}}},"$id":"validate"};
const func0 = Object.prototype.hasOwnProperty;

function validate0(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="validate" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate0.evaluated;
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
if(data0["thing-id"] !== undefined && func0.call(data0, "thing-id")){
let data1 = data0["thing-id"];
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err0 = {instancePath:instancePath+"/input/thing-id",schemaPath:"#/properties/input/properties/thing-id/type",keyword:"type",params:{type: "integer"},schema:schema0.properties.input.properties["thing-id"].type,parentSchema:schema0.properties.input.properties["thing-id"],data:data1};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 2147483647 || isNaN(data1)){
const err1 = {instancePath:instancePath+"/input/thing-id",schemaPath:"#/properties/input/properties/thing-id/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647},schema:2147483647,parentSchema:schema0.properties.input.properties["thing-id"],data:data1};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data1 < -2147483648 || isNaN(data1)){
const err2 = {instancePath:instancePath+"/input/thing-id",schemaPath:"#/properties/input/properties/thing-id/minimum",keyword:"minimum",params:{comparison: ">=", limit: -2147483648},schema:-2147483648,parentSchema:schema0.properties.input.properties["thing-id"],data:data1};
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
if(data0.path !== undefined && func0.call(data0, "path")){
let data2 = data0.path;
if(typeof data2 !== "string"){
const err3 = {instancePath:instancePath+"/input/path",schemaPath:"#/properties/input/properties/path/type",keyword:"type",params:{type: "string"},schema:schema0.properties.input.properties.path.type,parentSchema:schema0.properties.input.properties.path,data:data2};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath:instancePath+"/input",schemaPath:"#/properties/input/type",keyword:"type",params:{type: "object"},schema:schema0.properties.input.type,parentSchema:schema0.properties.input,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.body !== undefined && func0.call(data, "body")){
let data3 = data.body;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(data3.note !== undefined && func0.call(data3, "note")){
let data4 = data3.note;
if(typeof data4 !== "string"){
const err5 = {instancePath:instancePath+"/body/note",schemaPath:"#/properties/body/properties/note/type",keyword:"type",params:{type: "string"},schema:schema0.properties.body.properties.note.type,parentSchema:schema0.properties.body.properties.note,data:data4};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
else {
const err6 = {instancePath:instancePath+"/body",schemaPath:"#/properties/body/type",keyword:"type",params:{type: "object"},schema:schema0.properties.body.type,parentSchema:schema0.properties.body,data:data3};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema0.type,parentSchema:schema0,data};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
validate0.errors = vErrors;
return errors === 0;
}
validate0.evaluated = {"props":{"input":true,"body":true},"dynamicProps":false,"dynamicItems":false};

