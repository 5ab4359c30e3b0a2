"use strict";
export const validate = validate0;
const schema0 = {"type":"object","properties":{"input":{"type":"object","properties":{"thing-id":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"path":{"type":"string"}}},"body":{"type":"object","properties":{"photo":{},"copies":{"type":"integer","minimum":1,"maximum":2147483647},"tags":{"type":"array","items":{"type":"string"}}}}},"$id":"validate"};
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
if(data3.copies !== undefined && func0.call(data3, "copies")){
let data4 = data3.copies;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
const err5 = {instancePath:instancePath+"/body/copies",schemaPath:"#/properties/body/properties/copies/type",keyword:"type",params:{type: "integer"},schema:schema0.properties.body.properties.copies.type,parentSchema:schema0.properties.body.properties.copies,data:data4};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 > 2147483647 || isNaN(data4)){
const err6 = {instancePath:instancePath+"/body/copies",schemaPath:"#/properties/body/properties/copies/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647},schema:2147483647,parentSchema:schema0.properties.body.properties.copies,data:data4};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data4 < 1 || isNaN(data4)){
const err7 = {instancePath:instancePath+"/body/copies",schemaPath:"#/properties/body/properties/copies/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},schema:1,parentSchema:schema0.properties.body.properties.copies,data:data4};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
if(data3.tags !== undefined && func0.call(data3, "tags")){
let data5 = data3.tags;
if(Array.isArray(data5)){
const len0 = data5.length;
for(let i0=0; i0<len0; i0++){
let data6 = data5[i0];
if(typeof data6 !== "string"){
const err8 = {instancePath:instancePath+"/body/tags/" + i0,schemaPath:"#/properties/body/properties/tags/items/type",keyword:"type",params:{type: "string"},schema:schema0.properties.body.properties.tags.items.type,parentSchema:schema0.properties.body.properties.tags.items,data:data6};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath:instancePath+"/body/tags",schemaPath:"#/properties/body/properties/tags/type",keyword:"type",params:{type: "array"},schema:schema0.properties.body.properties.tags.type,parentSchema:schema0.properties.body.properties.tags,data:data5};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath:instancePath+"/body",schemaPath:"#/properties/body/type",keyword:"type",params:{type: "object"},schema:schema0.properties.body.type,parentSchema:schema0.properties.body,data:data3};
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
const err11 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema0.type,parentSchema:schema0,data};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
validate0.errors = vErrors;
return errors === 0;
}
validate0.evaluated = {"props":{"input":true,"body":true},"dynamicProps":false,"dynamicItems":false};

